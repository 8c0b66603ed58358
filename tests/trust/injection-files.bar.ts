import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { UploadedFile } from '#contract/files/files.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { png, samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { atScale, createSampler } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

const CANARY = 'canary-7919-outside';

let app: ServedApp;
beforeAll(async () => {
  app = await createServedApp();
  await writeFile(join(app.dataDir, 'canary.txt'), CANARY);
  await writeFile(join(app.dataDir, 'files/canary.pdf'), `%PDF-1.7 ${CANARY}`);
});
afterAll(() => app.close());

/** A user may send 300 files in five minutes, so the sender changes from time to time. */
let sender: Person | undefined;
let sent = 0;
async function send(name: string, content: Buffer, type?: string) {
  if (!sender || sent % 200 === 0) sender = await addPerson(app, { roleKey: 'customer' });
  sent += 1;
  const { token } = sender;
  return {
    token,
    answer: await upload(app, name, content, { token, ...(type === undefined ? {} : { type }) }),
  };
}

/** The contents of the file store, by relative path. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const script = '<script>alert(1)</script>';
/** Content that a browser would run. The second half starts like an accepted type. */
const active: Record<string, Buffer> = {
  html: Buffer.from(`<!DOCTYPE html><html>${script}</html>`),
  'html after blanks': Buffer.from(`\n\n  \ufeff<html>${script}`),
  svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
  xml: Buffer.from(
    `<?xml version="1.0"?><?xml-stylesheet href="#"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
  ),
  xhtml: Buffer.from(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
  js: Buffer.from('alert(1);//'.padEnd(300, ' ')),
  'gif and script': Buffer.from('GIF89a=1;alert(1)//'.padEnd(200, '/')),
  mhtml: Buffer.from(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`),
  'gzipped svg': gzipSync(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  'pdf and html': Buffer.concat([samples.pdf, Buffer.from(script)]),
  'png and html': Buffer.concat([png(2, 2), Buffer.from(script)]),
  'step and html': Buffer.from(`ISO-10303-21;\n<html>${script}</html>`),
  'stl and html': Buffer.from(`solid ${script}\n facet normal 0 0 1\nendsolid`),
  'dxf and html': Buffer.from(`0\nSECTION\n${script}\n0\nEOF\n`),
  'zip and html': Buffer.concat([samples.zip, Buffer.from(script)]),
  'jpeg and script': Buffer.concat([samples.jpeg, Buffer.from(script)]),
};
const endings = [
  'pdf',
  'png',
  'jpg',
  'dwg',
  'dxf',
  'step',
  'stl',
  'zip',
  'svg',
  'html',
  'xml',
  'js',
  'xhtml',
  'svgz',
  'htm;.pdf',
  'html\u0000.pdf',
];
const declared = [
  'application/pdf',
  'image/png',
  'image/svg+xml',
  'text/html',
  'application/xhtml+xml',
  'text/javascript',
  'application/octet-stream',
  'text/html; charset=utf-7',
  '',
];
const kept = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/vnd.dwg',
  'image/vnd.dxf',
  'model/step',
  'model/stl',
  'model/brep',
  'model/iges',
  'model/obj',
  'application/zip',
]);

const few = createSampler();

bar(38, 'active content is refused, or downloaded as an attachment of an inert type', async () => {
  let uploads = 0;
  let refused = 0;
  const faults: string[] = [];
  for (const [kind, content] of Object.entries(active)) {
    for (const ending of few(endings, 4)) {
      for (const type of few(declared, 5)) {
        uploads += 1;
        const hint = `${kind} as x.${ending}, ${type}`;
        const { token, answer } = await send(`x.${ending}`, content, type);
        if (answer.status !== 200) {
          refused += 1;
          faults.push(...failureFaults(answer, hint, { status: 400, error: 'file.unsupported' }));
          continue;
        }
        const file = answer.data as UploadedFile;
        if (!kind.includes(' and ') || !kept.has(file.type)) faults.push(`${hint} is taken as ${file.type}`);
        const got = await app.exchange({
          method: 'GET',
          url: `${API_BASE}/file/${file.id}`,
          headers: { authorization: `Bearer ${token}` },
        });
        const { headers } = got;
        const isHarmless =
          got.status === 200 &&
          headers['content-type'] === file.type &&
          /^attachment; filename\*=UTF-8''[\w.!~%-]+$/.test(String(headers['content-disposition'])) &&
          headers['x-content-type-options'] === 'nosniff' &&
          headers['content-security-policy'] === "sandbox; default-src 'none'";
        if (!isHarmless || /\.(svg|html?|xml|js|xhtml|svgz)$/i.test(file.name))
          faults.push(`${hint} leaves as ${JSON.stringify([file.name, headers])}`);
      }
    }
  }
  for (const image of [
    `data:image/svg+xml;base64,${active['svg']!.toString('base64')}`,
    `data:text/html;base64,${active['html']!.toString('base64')}`,
    `data:image/png;base64,${active['svg']!.toString('base64')}`,
    `data:image/png;base64,${active['gif and script']!.toString('base64')}`,
    'https://evil.example/x.png',
  ]) {
    for (const [method, path, as] of [
      ['PUT', '/user/seal', 'demo'],
      ['POST', '/user/avatar', 'demo'],
      ['POST', '/set-config/picture', 'admin'],
    ] as const) {
      uploads += 1;
      refused += 1;
      faults.push(
        ...failureFaults(await app.send(method, path, { as, body: { image } }), `${path} ${image}`, {
          status: 400,
        }),
      );
    }
  }
  expect(faults).toStrictEqual([]);
  expect(refused).toBeGreaterThan(uploads / 4);
  return `${uploads} uploads: ${Object.keys(active).length} contents under ${endings.length} endings and ${declared.length} types; ${refused} refused, the others attachments`;
});

bar(39, 'the type of a file comes from its first bytes, not from its name or declared type', async () => {
  const impostors: [name: string, content: Buffer][] = [
    ['page.pdf', Buffer.from('<!DOCTYPE html><p>x</p>')],
    ['part.step', Buffer.from(`MZ\x90\0${'\0'.repeat(200)}`, 'latin1')],
    ['part.stl', Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(200)}`, 'latin1')],
    ['a.png', Buffer.from('#!/bin/sh\necho canary\n')],
    ['a.jpg', Buffer.from('<?php echo 1; ?>'.padEnd(100))],
    ['a.zip', Buffer.from('Rar!\x1a\x07\x00'.padEnd(200, '\0'), 'latin1')],
    ['a.dwg', Buffer.from('\xca\xfe\xba\xbe'.padEnd(200, '\0'), 'latin1')],
    ['a.dxf', Buffer.from('just some words')],
    ['b.pdf', Buffer.from('%PDF-9.x')],
    ['b.png', Buffer.from('\x89PNG\r\n', 'latin1')],
    ['b.step', Buffer.from('ISO-10303-22;\nHEADER;')],
    ['b.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
    ['c.pdf', Buffer.alloc(0)],
    ['c.stl', Buffer.alloc(84 + 50 * 3, 1)],
  ];
  const faults: string[] = [];
  const { token } = await addPerson(app, { roleKey: 'customer' });
  const before = { state: await stateOf(app.database), files: (await stored()).length };
  let refused = 0;
  for (const [name, content] of impostors) {
    for (const type of declared.slice(0, atScale(2, declared.length))) {
      refused += 1;
      const answer = await upload(app, name, content, { token, type });
      faults.push(...failureFaults(answer, `${name} ${type}`, { status: 400, error: 'file.unsupported' }));
    }
  }
  expect(await stateOf(app.database)).toStrictEqual(before.state);
  expect((await stored()).length).toBe(before.files);
  let taken = 0;
  for (const [kind, content] of Object.entries(samples)) {
    for (const type of declared.slice(0, atScale(2, declared.length))) {
      taken += 1;
      // These formats have no reliable signature, so the name decides.
      const names: Record<string, string> = { obj: 'x.obj', pdfLate: 'x.pdf', native: 'x.sldprt' };
      const name = names[kind] ?? 'x.html';
      const answer = await upload(app, name, content, { token, type });
      const found = (answer.data as UploadedFile | null)?.type ?? '';
      const isKept = kept.has(found) || (kind === 'native' && found === 'application/octet-stream');
      if (answer.status !== 200 || !isKept) faults.push(`${kind} ${type}: ${answer.status}`);
      else if (found === type && !kind.startsWith(type.split('/')[1] ?? ''))
        faults.push(`${kind} is believed to be ${type}`);
    }
  }
  expect(faults).toStrictEqual([]);
  return `${refused} impostors refused without a row or a file, ${taken} files recognised by content`;
});

/** A parent-directory segment, in the spellings that servers have accepted. */
const upwards = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '..%2f',
  '..%5c',
  '..\\',
  '%2e%2e%2f',
  '%2e%2e%5c',
  '.%2e',
  '..;',
  '%c0%ae%c0%ae',
  '%252e%252e',
  '..%00',
  '....//',
  '%uff0e%uff0e',
];
const targets = [
  'canary.txt',
  'package.json',
  'dist/server/main.js',
  'files/canary.pdf',
  'etc/passwd',
  'admin.html',
  '.git/config',
  '.env',
];

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const unfit = /[\u0000-\u001f\u007f\u202a-\u202e<>:"|?*/\\]|^\.|^(con|nul|com1)\b/i;

bar(40, 'a file name is shown without harmful characters, and is never used for storage', async () => {
  const names = [
    '../../etc/passwd',
    String.raw`..\..\windows\win.ini`,
    '/etc/cron.d/x.pdf',
    String.raw`C:\boot.ini`,
    'a\0b.pdf',
    'a.pdf\0.html',
    'a%0d%0aX-Y: z.pdf',
    'x\u202efdp.exe',
    `${'长'.repeat(300)}.pdf`,
    `${'a'.repeat(5_000)}.pdf`,
    'CON.pdf',
    'nul',
    'com1.pdf',
    '.htaccess',
    'page.html',
    '',
    '..',
    '.',
    "%22'(a)*.pdf",
    '"><img src=x onerror=alert(1)>.pdf',
    'a;b=c.pdf',
    "a'b.pdf",
    'e\u0301.pdf',
    '$(touch canary).pdf',
    '`id`.pdf',
    '|id',
    '~root',
    'a\tb.pdf',
    'con .pdf',
    'x'.repeat(120),
  ];
  const faults: string[] = [];
  for (const name of names) {
    const { token, answer } = await send(name.replaceAll('"', '%22'), samples.pdf);
    if (answer.status !== 200) {
      faults.push(...failureFaults(answer, name, { status: 400 }));
      continue;
    }
    const file = answer.data as UploadedFile;
    if (unfit.test(file.name) || !file.name.endsWith('.pdf') || file.name.length > 120)
      faults.push(`${name} is shown as ${file.name}`);
    const url = `${API_BASE}/file/${file.id}`;
    const { headers } = await app.exchange({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!/^attachment; filename\*=UTF-8''[\w.!~%-]+$/.test(String(headers['content-disposition'])))
      faults.push(`${name} leaves as ${String(headers['content-disposition'])}`);
  }
  expect(faults).toStrictEqual([]);
  const generated = /[/\\]files[/\\](?:[0-9a-f]{2}[/\\])*[0-9a-f]{32}(-t)?$|files[/\\]canary\.pdf$/;
  expect((await stored()).filter((path) => !generated.test(path))).toStrictEqual([]);
  return `${names.length} names, each file stored under a generated name`;
});

bar(40, 'no spelling of an address leads out of the served folders', async () => {
  const token = await app.signIn('admin');
  const roots = [
    '/',
    '/assets/',
    '/admin/',
    '/api/v1/',
    '/api/v1/file/',
    '/api/v1/public/share/',
    '/api/v1/public/quotation/',
    '/api/v1/set-config/picture/',
  ];
  const faults: string[] = [];
  let requests = 0;
  for (const root of roots) {
    for (const up of few(upwards, 4)) {
      for (const target of few(targets, 4)) {
        for (const depth of few([1, 2, 4, 8], 4)) {
          requests += 1;
          const path = `${root}${`${up}/`.repeat(depth)}${target}`;
          const answer = await sendBytes(
            app.port,
            `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
          );
          const { status = 0, headers = {}, body = '' } = answer ?? {};
          // A URL without a file is a page; the storefront shows that it does not exist.
          const isPage =
            status === 200 &&
            String(headers['content-type']).startsWith('text/html') &&
            /^<!doctype html>/i.test(body) &&
            !/\.\w+$/.test(target);
          if (!isPage && status !== 404 && status !== 400) faults.push(`${path}: ${status}`);
          if (body.includes(CANARY) || /root:x:|"dependencies"|createHttpServer|\[core\]/.test(body))
            faults.push(`${path} leads outside`);
        }
      }
    }
    for (const directory of ['', '.', '%2e', 'files/', '%2f', '%5c']) {
      const { status = 0, body = '' } =
        (await sendBytes(
          app.port,
          `GET ${root}${directory} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        )) ?? {};
      if (status >= 500 || /index of|<li><a/i.test(body))
        faults.push(`${root}${directory} is listed: ${status}`);
    }
  }
  expect(faults).toStrictEqual([]);
  return `${requests} addresses: ${upwards.length} spellings of a parent directory from ${roots.length} places`;
});
