// `node checks-in-turn.mjs SCRIPT FILE`: runs a script once for each of the arguments in FILE (JSON: a list of lists) and prints what each run said and its
// exit code. In one process: a thousand of them would take a minute.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [program, , script, file] = process.argv;
const print = console.log;
const told = [];
for (const [number, given] of JSON.parse(readFileSync(file, 'utf8')).entries()) {
  const said = [];
  console.log = (text) => said.push(text);
  process.argv = [program, script, ...given];
  process.exitCode = 0;
  await import(`${pathToFileURL(script)}?run=${number}`);
  told.push({ code: process.exitCode, said });
}
process.exitCode = 0;
print(JSON.stringify(told));
