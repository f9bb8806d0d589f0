// `node check-receipt.mjs RECEIPT.json VKEY`: whether a charge is what its receipt says, and stands in the ledger that the key VKEY seals. It asks
// nobody and imports nothing of the product; what it checks is docs/behaviour.md#receipts. Exit 0 where all holds, else 1, and it says what does not.
import assert from 'node:assert';
import { createHash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
const [file, vkey, faults] = [process.argv[2], process.argv[3], new Set()];
const must = (holds, sentence) => holds || faults.add(sentence);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const bytesIn = (text = '') => Buffer.from(text, 'base64');
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value); // All of it: RFC 8785.
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}
/** RFC 6962, 2.1.1: where a leaf leads with the hashes beside its way, of which the last is beside all others. */
function rootOf(leaf, index, size, path) {
  if (size === 1) return index === 0 && path.length === 0 ? leaf : Buffer.alloc(0);
  const half = 2 ** ((size - 1).toString(2).length - 1);
  const [rest, beside] = [path.slice(0, -1), bytesIn(path.at(-1))];
  if (index < half) return sha256(Uint8Array.of(1), rootOf(leaf, index, half, rest), beside);
  return sha256(Uint8Array.of(1), beside, rootOf(leaf, index - half, size - half, rest));
}
/** The event of a leaf that stands in the tree of a checkpoint, a note of C2SP signed by the key. */
function sealedEvent({ leaf, index, sealed, proof }, what) {
  assert(sealed !== false && proof !== null, `${what} is not sealed yet: fetch the receipt again in a minute.`);
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+(A[Q-Za-f]\S{42})$/.exec(vkey) ?? [];
  assert(sha256(`${name}\n`, bytesIn(key)).toString('hex').startsWith(id), 'VKEY is not the whole key of a ledger.');
  const jwk = { format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: bytesIn(key).toString('base64url', 1) } };
  const [, text = '', lines = ''] = /^(.*\n)(\n(?:\u2014 \S+ \S+\n)+)$/s.exec(proof.checkpoint) ?? [];
  const signed = lines.split(`\n\u2014 ${name} `).map(bytesIn);
  const isBy = (one) => one.toString('hex').startsWith(id) && verify(null, Buffer.from(text), jwk, one.subarray(4, 68));
  must(signed.some(isBy), `${what}: the checkpoint is not signed by the key VKEY.`);
  const [origin, size, root] = text.split('\n');
  must(origin === name, `${what}: the checkpoint is of another ledger than the key VKEY.`);
  const isIn = rootOf(sha256(Uint8Array.of(0), leaf), index, proof.size, proof.hashes).toString('base64') === root;
  must(isIn && proof.index === index && proof.size === Number(size), `${what} is not in the tree as event ${index}.`);
  must(canonical(JSON.parse(leaf)) === leaf, `${what}: the leaf is not in its canonical form (RFC 8785).`);
  return JSON.parse(leaf);
}
function fraction(value) {
  if (Array.isArray(value)) return value;
  const [, digits, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(value) ?? assert.fail(`This is no number: ${value}`);
  return [BigInt(digits + part), 10n ** BigInt(part.length)];
}
const times = (...factors) => factors.map(fraction).reduce(([a, b], [c, d]) => [a * c, b * d]);
const plus = (...terms) => terms.map(fraction).reduce(([a, b], [c, d]) => [a * d + c * b, b * d]);
function byTokens({ prompt, completion, parts, ...old }, { modelRatio, completionRatio, audioRatio, ...price }) {
  const { audioInput = 0, audioOutput = 0 } = audioRatio === undefined ? {} : (parts ?? old);
  const [soundIn, soundOut] = [Math.min(audioInput, prompt), Math.min(audioOutput, completion)];
  const sound = times(plus(soundIn, times(soundOut, price.audioCompletionRatio ?? 1)), audioRatio ?? 1);
  return times(plus(prompt - soundIn, times(completion - soundOut, completionRatio), sound), modelRatio);
}
function byLines({ modelPrice, quotaPerUnit, lines = [{ quantity: 1, model_price: modelPrice }] }) {
  const dollars = { price: quotaPerUnit, model_price: quotaPerUnit, per_million: times(quotaPerUnit, '0.000001') };
  const factor = ([name, value]) => times(value, dollars[name] ?? 1);
  const line = ({ what: _what, quantity, ...rest }) => times(BigInt(quantity), ...Object.entries(rest).map(factor));
  return plus(0, ...lines.map(line));
}
/** Whether usage and price come to an amount, by the one rounding: half up, at least 1 above zero, at most 2^40. */
function comesTo(amount, usage, price) {
  if (price.exact === '0') return amount === 0;
  assert(['tokens', 'call', 'parts'].includes(price.method), `This script is too old for the method ${price.method}.`);
  const [a, b] = times(price.method === 'tokens' ? byTokens(usage, price) : byLines(price), price.groupRatio);
  const [[c, d], whole, most] = [fraction(price.exact), (2n * a + b) / (2n * b), 2n ** 40n];
  return a * d === b * c && BigInt(amount) === (whole > most ? most : whole < 1n && a > 0n ? 1n : whole);
}
try {
  const answer = JSON.parse(readFileSync(file, 'utf8'));
  const { receipt, stands_at: standsAt, later, ...charge } = answer.data ?? answer;
  const { type, data, metadata } = sealedEvent(charge, 'The charge'); // Of schema 1 none names its task.
  const { requestId: id, accountId, task, usage, price, amount, private: hidden } = data.charge ?? data;
  must(/^((Late)?ConsumptionRecorded|ConsumptionCorrected)$/.test(type), `The leaf is no charge: ${type}.`);
  const said = [receipt.request_id, receipt.usage.prompt, receipt.usage.completion, receipt.exact, receipt.total];
  const names = ['request', 'tokens in', 'tokens out', 'exact amount', 'amount'];
  for (const [at, member] of [id, usage.prompt, usage.completion, price.exact, amount].entries())
    must(member === said[at], `The receipt has ${said[at]} as ${names[at]}, but the sealed charge ${member}.`);
  must(comesTo(amount, usage, price), `Usage and price of the charge do not come to ${amount}.`);
  must(!charge.private || sha256(canonical(charge.private)).equals(bytesIn(hidden)), 'The private part is another.');
  let [stood, used, last] = [amount, usage, charge.index];
  for (const [what, one] of later.map((change, at) => [`Change ${at + 1}`, change])) {
    const { type: kind, data: change, stream } = sealedEvent(one, what);
    const { before = stood, after = stood - change.amount, usage: now = used } = change;
    must(/^(SuspenseSettled|Consumption(Rerated|Refunded))$/.test(kind), `${what} is none of a charge: ${kind}.`);
    const of = change.requestId ?? (metadata.schema > 1 && change.source !== `task-${task?.taskId}` ? 'no name' : id);
    must(of === id, `${what} is of another request: ${of}.`);
    must(one.index > last && stream === `account-${accountId}`, `${what} is no later event of the account.`);
    must(before === stood, `${what} begins at ${before}, but the charge stood at ${stood}.`);
    must('amount' in change || comesTo(after, now, change.price), `${what}: usage and price do not come to ${after}.`);
    [stood, used, last] = [after, now, one.index];
  }
  must(!charge.later_left_off, `${charge.later_left_off} later changes are not in this receipt.`);
  must(stood === standsAt, `The charge stands at ${stood}, but the receipt has ${standsAt}.`);
  const told = `request ${id}, ${amount} units, stands at ${stood}, event ${charge.index} of ${charge.proof.size}`;
  if (faults.size === 0) console.log(`It holds: ${told}, under the key ${vkey}`);
} catch ({ code, message }) {
  faults.add(code === 'ERR_ASSERTION' ? message : `The receipt cannot be read, or lacks a part: ${message}`);
}
for (const fault of faults) console.log(fault);
process.exitCode = Math.min(1, faults.size);
