import { fileURLToPath } from 'node:url';
import { setup as build } from '../tests/support/setup/build-setup.ts';
import { hasFailed, isMet, say } from './figure.ts';
import { parts } from './parts.ts';
import { toMarkdown, writeReport, type Section } from './report.ts';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  say(`Unknown part ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

build();
const sections: Section[] = [];
for (const [name, { title, measure }] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  say(`measuring: ${title} …`);
  sections.push({ title, figures: await measure() });
}
console.log(`\n${toMarkdown(sections)}\n`);
writeReport(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), sections);
const missed = sections.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
say(missed.length === 0 ? 'every target met' : `missed: ${missed.map(({ name }) => name).join('; ')}`);
if (missed.some(hasFailed)) process.exitCode = 1;
