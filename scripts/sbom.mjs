/**
 * Prints the runtime dependencies as CycloneDX: the packages, and the library compiled into the WebAssembly of two packages, which npm
 * does not know.
 */
import { spawnSync } from 'node:child_process';

const { stdout, stderr, status } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  process.stderr.write(stderr);
  process.exit(status ?? 1);
}

const bill = JSON.parse(stdout);
const kernels = ['replicad-opencascadejs', '@bitbybit-dev/occt'];
const carriers = bill.components.filter(({ purl = '' }) =>
  kernels.some((name) => purl.startsWith(`pkg:npm/${name.replace('@', '%40')}@`)),
);
const occt = {
  'bom-ref': 'open-cascade-technology',
  type: 'library',
  name: 'Open CASCADE Technology',
  version: 'as built into the packages that depend on it',
  scope: 'required',
  licenses: [{ expression: 'LGPL-2.1-only WITH OCCT-exception-1.0' }],
  externalReferences: [{ type: 'vcs', url: 'https://github.com/Open-Cascade-SAS/OCCT' }],
};
bill.components.push(occt);
for (const carrier of carriers) {
  const known = bill.dependencies.find(
    (/** @type {{ ref: string }} */ { ref }) => ref === carrier['bom-ref'],
  );
  if (known) known.dependsOn = [...(known.dependsOn ?? []), occt['bom-ref']];
}
if (carriers.length !== kernels.length) throw new Error(`not in the bill: ${kernels.join(' or ')}`);
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
