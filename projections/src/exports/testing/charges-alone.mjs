// `node charges-alone.mjs events.jsonl`: computes each charge of an export of events anew, by tokens from its usage and price, by call
// from its price, by parts from the lines of its price, and tells which come to something else. It imports nothing of the product: what
// it knows is docs/billing.md and docs/exports.md.
import { readFileSync } from 'node:fs';

const CHARGE_MAX = 2n ** 40n;

/** A decimal as a fraction, numerator and denominator. */
function fraction(text) {
  const [, whole, part = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const places = part.length - Number(exponent);
  const digits = BigInt(whole + part);
  return places >= 0 ? [digits, 10n ** BigInt(places)] : [digits * 10n ** BigInt(-places), 1n];
}
const count = (number) => [BigInt(number ?? 0), 1n];
const times = (...factors) => factors.reduce(([a, b], [c, d]) => [a * c, b * d]);
const plus = (...parts) => parts.reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
const isEqual = ([a, b], [c, d]) => a * d === c * b;

/** Half up to a whole unit, at least 1 above zero. */
function rounded([a, b]) {
  if (a === 0n) return 0n;
  const whole = (2n * a + b) / (2n * b);
  return whole < 1n ? 1n : whole > CHARGE_MAX ? CHARGE_MAX : whole;
}

function byTokens({ prompt, completion, parts = {} }, price) {
  const hasSound = price.audioRatio !== undefined;
  const soundIn = hasSound ? Math.min(parts.audioInput ?? 0, prompt) : 0;
  const soundOut = hasSound ? Math.min(parts.audioOutput ?? 0, completion) : 0;
  const sound = hasSound
    ? times(
        plus(count(soundIn), times(count(soundOut), fraction(price.audioCompletionRatio))),
        fraction(price.audioRatio),
      )
    : count(0);
  const text = plus(count(prompt - soundIn), times(count(completion - soundOut), fraction(price.completionRatio)));
  return times(plus(text, sound), fraction(price.modelRatio), fraction(price.groupRatio));
}

const byCall = ({ modelPrice, quotaPerUnit, groupRatio }) =>
  times(fraction(modelPrice), fraction(quotaPerUnit), fraction(groupRatio));

function byParts({ lines, quotaPerUnit, groupRatio }) {
  const unit = fraction(quotaPerUnit);
  const factor = ([name, value]) => {
    if (name === 'price' || name === 'model_price') return times(fraction(value), unit);
    return name === 'per_million' ? times(fraction(value), unit, [1n, 1_000_000n]) : fraction(value);
  };
  const line = ({ what: _what, quantity, ...factors }) =>
    times(count(quantity), ...Object.entries(factors).map(factor));
  return times(plus(...lines.map(line)), fraction(groupRatio));
}

/** What usage and price come to; of what was waived, nothing. */
function exactOf(usage, price) {
  if (price.exact === '0') return count(0);
  if (price.method === 'tokens') return byTokens(usage, price);
  return price.method === 'call' ? byCall(price) : byParts(price);
}

const told = { charges: 0, amount: 0, wrong: [], seen: {} };
const seen = (...names) => names.forEach((name) => (told.seen[name] = (told.seen[name] ?? 0) + 1));
/** What each request stands at, and its usage. */
const requests = new Map();

function judge(index, usage, price, amount) {
  told.charges += 1;
  const exact = exactOf(usage, price);
  if (!isEqual(exact, fraction(price.exact)) || rounded(exact) !== BigInt(amount)) told.wrong.push(index);
  seen(price.method, ...['tier', 'serviceTier', 'ruleId'].filter((name) => price[name] !== undefined));
  if (price.exact === '0' && usage.prompt + usage.completion > 0) seen('waived');
}

/** A change of a charge goes from what stood there to what stands there then. */
function change(index, requestId, before, after, usage) {
  const request = requests.get(requestId);
  if (request === undefined || request.amount !== before) told.wrong.push(index);
  told.amount += after - before;
  requests.set(requestId, { amount: after, usage: usage ?? request?.usage });
}

const charged = {
  ConsumptionRecorded: (index, data) => {
    judge(index, data.usage, data.price, data.amount);
    requests.set(data.requestId, { amount: data.amount, usage: data.usage });
    told.amount += data.amount;
  },
  LateConsumptionRecorded: (index, { charge }) => charged.ConsumptionRecorded(index, charge),
  ConsumptionCorrected: (index, { charge, delta }) => {
    judge(index, charge.usage, charge.price, charge.amount);
    change(index, charge.requestId, charge.amount - delta, charge.amount, charge.usage);
  },
  SuspenseSettled: (index, { requestId, usage, price, before, after }) => {
    judge(index, usage, price, after);
    change(index, requestId, before, after, usage);
  },
  ConsumptionRerated: (index, { requestId, price, before, after }) => {
    judge(index, requests.get(requestId)?.usage ?? {}, price, after);
    change(index, requestId, before, after);
  },
};

for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (line === '') continue;
  const { index, event } = JSON.parse(line);
  const judged = charged[event?.type];
  if (judged === undefined) continue;
  seen(event.type);
  judged(index, event.data);
}
process.stdout.write(JSON.stringify(told));
