import { randomUUID } from 'node:crypto';
import { hostileFamilies } from './hostile-strings.ts';
import { png, upload } from '../data/files.ts';
import { addPerson, type Person } from '../data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '../data/quotations.ts';
import type { ServedApp } from '../processes/served-app.ts';

/** The stored values that page URLs contain. */
export interface StoredScripts {
  customer: Person;
  orderId: number;
  quotationId: number;
  shareToken: string;
  verifyCode: string;
  /** Back-office paths with the id of a record that contains scripts. */
  records: [path: string, id: number][];
  texts: number;
}

/**
 * Stores text that would run as a script in every writable text field, through the API.
 * @param rounds how many records of each kind, each with other texts
 */
export async function storeScripts(app: ServedApp, rounds: number): Promise<StoredScripts> {
  const who = { as: 'admin' };
  let texts = 0;
  /** The next script of at most `max` characters. */
  const script = (max: number) => {
    const fitting = hostileFamilies.html.filter((text) => text.length <= max);
    texts += 1;
    return fitting[texts % fitting.length] ?? '';
  };
  const records: [string, number][] = [];
  const create = async (page: string, path: string, body: object) => {
    const answer = await app.send('POST', path, { ...who, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.errors)}`);
    records.push([page, Number(answer.data)]);
    return Number(answer.data);
  };
  const customer = await addPerson(app, {
    roleKey: 'customer',
    user: { nickName: script(60), companyTitle: script(100), address: script(200) },
  });
  for (let n = 0; n < rounds; n += 1) {
    const word = `s${n}`;
    /** A script made unique among records of its kind. */
    const name = (max: number) => script(max - word.length) + word;
    await create('/admin/sys-post', '/post', {
      postName: name(30),
      postCode: name(30),
      sort: 1,
      status: 2,
      remark: script(500),
    });
    await create('/admin/stock-sizes', '/stock-size', {
      form: 'roundBar',
      diameter: 200 + n,
      sort: 1,
      status: 2,
      remark: script(500),
    });
    await create('/admin/gate-rules', '/gate-rule', {
      kind: 'pieces',
      pieces: 200 + n,
      sentence: script(200),
      priceDisplay: 'reference',
      sort: 1,
      status: 1,
      remark: script(500),
    });
    await create('/admin/charge-rules', '/charge-rule', {
      kind: 'other',
      label: name(30),
      scope: 'all',
      basis: 'order',
      amount: 200 + n,
      sort: 1,
      status: 1,
      remark: script(500),
    });
    await create('/admin/lead-classes', '/lead-class', {
      name: `档位 ${n}`,
      factor: 2 + n / 100,
      percent: -1,
      sort: 1,
      status: 1,
      remark: script(500),
    });
    await create('/admin/dict/type', '/dict/type', {
      dictName: name(100),
      dictType: word,
      status: 2,
      remark: script(500),
    });
    await create('/admin/dict/data', '/dict/data', {
      dictType: 'material_tag',
      dictLabel: name(100),
      dictValue: name(60),
      dictSort: 9,
      status: 2,
      remark: script(500),
    });
    await create('/admin/sys-config', '/config', {
      configName: name(100),
      configKey: word,
      configValue: script(2000),
      isFrontend: '1',
      remark: script(500),
    });
    await create('/admin/sys-role', '/role', {
      roleName: name(60),
      roleKey: word,
      roleSort: 1,
      status: '2',
      remark: script(500),
      menuIds: [],
    });
    await create('/admin/sys-dept', '/dept', {
      parentId: 0,
      deptName: name(60),
      sort: 1,
      leader: script(60),
      phone: script(30),
      email: script(100),
      status: 2,
    });
    await create('/admin/sys-menu', '/menu', {
      menuName: name(60),
      title: name(60),
      icon: script(60),
      path: script(200),
      menuType: 'C',
      parentId: 0,
      sort: 99,
      visible: '0',
    });
    await create('/admin/sys-user', '/sys-user', {
      username: word,
      password: 'a good long one 7',
      nickName: script(60),
      companyTitle: script(100),
      address: script(200),
      remark: script(500),
      roleIds: [],
      status: '2',
    });
    const material = await create('/admin/material', '/material', {
      name: name(60),
      materialTag: 'aluminium',
      density: 1,
      length: 500,
      width: 500,
      height: 500,
      deliveryTime: 1,
      speed: 0.1,
      sort: 0,
      remark: script(500),
    });
    const process = await create('/admin/process', '/process', {
      name: name(60),
      parentId: 0,
      sort: 1,
      filterType: 2,
      materialIds: [material],
      remark: script(500),
    });
    const option = await create('/admin/process', '/process', {
      name: name(60),
      parentId: process,
      sort: 1,
      filterType: 0,
      materialIds: [],
      remark: script(500),
    });
    const cell = { materialId: material, optionId: option, before: null, after: { price: 1, time: 1 } };
    await app.send('PUT', '/price-table', { ...who, body: { cells: [cell] } });
    await app.send('POST', '/login', {
      body: { username: script(64), password: 'x' },
      headers: { 'user-agent': script(300) },
      remoteAddress: `10.42.0.${n + 1}`,
    });
    await app.send('PUT', '/post/999999', {
      ...who,
      body: { postName: script(200) },
      headers: { 'user-agent': script(300), 'x-request-id': randomUUID() },
    });
  }
  await storeSettings(app, script);
  const owner = { token: customer.token };
  const { data: file } = await upload(app, `${script(60).replaceAll('"', '%22')}.png`, png(8, 8), owner);
  const item = {
    ...buildItem(await readCatalogue(app, owner)),
    name: script(60),
    remark: script(500),
    fileIds: [(file as { id: number }).id],
  };
  const contact = {
    contactName: script(60),
    contactPhone: '13800138000',
    address: script(200),
    remark: script(500),
  };
  const body = await buildOrder(app, owner, [item], contact);
  const orderId = Number((await place(app, owner, body)).data);
  const { fileIds: _fileIds, ...plain } = item;
  const quotationId = Number((await place(app, owner, { ...body, items: [plain], status: 'quoted' })).data);
  const asked = await app.send('POST', `/order/${orderId}/staff-message`, {
    ...who,
    body: { kind: 'question', text: script(2000), audience: 'customer', lineNo: 1 },
  });
  const answersId = (asked.data as { id: number }).id;
  const answers = [
    await app.send('POST', `/order/${orderId}/staff-message`, {
      ...who,
      body: { kind: 'note', text: script(2000), audience: 'staff' },
    }),
    await app.send('POST', `/order/${orderId}/message`, {
      ...owner,
      body: { kind: 'answer', text: script(2000), answersId },
    }),
    await app.send('POST', `/order/${orderId}/message`, {
      ...owner,
      body: { kind: 'question', text: script(2000) },
    }),
  ];
  for (const { status, msg } of answers) if (status !== 200) throw new Error(`a message: ${msg}`);
  const { version, promisedDate } = (await app.send('GET', `/order/${orderId}`, who)).data as {
    version: number;
    promisedDate: string;
  };
  await app.send('POST', `/order/${orderId}/shop`, {
    ...who,
    body: { staffNote: script(1000), promisedDate, reason: script(500), version },
  });
  const shared = await app.send('POST', `/order/${quotationId}/share`, { ...owner, body: { days: 7 } });
  const document = await app.send('GET', `/order/${quotationId}/document`, owner);
  return {
    customer,
    orderId,
    quotationId,
    shareToken: (shared.data as { token: string }).token,
    verifyCode: (document.data as { code: string }).code,
    records,
    texts,
  };
}

/** Stores scripts in the text settings, including those shown on pages. */
async function storeSettings(app: ServedApp, script: (max: number) => string): Promise<void> {
  const { data } = await app.send('GET', '/set-config/typed', { as: 'admin' });
  const body = (data as { configKey: string; kind: string; version: number }[])
    // The settings of models and machine time are figures and known words; the others that are left out have a fixed form.
    .filter(
      ({ kind, configKey }) =>
        kind === 'text' &&
        !/^(?:model\.|time\.|(?:quote\.minMargin|company\.(?:taxNumber|bankAccount))$)/.test(configKey),
    )
    .map(({ configKey, version }) => ({ configKey, version, configValue: script(100) }));
  const answer = await app.send('PUT', '/set-config', { as: 'admin', body });
  if (answer.status !== 200) throw new Error(`settings: ${answer.msg} ${JSON.stringify(answer.errors)}`);
}
