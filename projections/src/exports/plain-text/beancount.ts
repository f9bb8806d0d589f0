import { dayAfter } from './days.ts';
import { oneLine, type PlainTextForm } from './form.ts';
import { partsOf } from './accounts.ts';

const UNIT = 'UNIT';
/** Accounts are open before anything may be posted to them, and an event that came late may have happened before the first day. */
const OPEN_SINCE = '1900-01-01';

/** `bean-check` accepts it. */
export const beancount: PlainTextForm = {
  account: (account) => {
    const [kind, ...parts] = partsOf(account);
    return [kind === 'revenue' ? 'Income' : capital(kind ?? ''), ...parts.map(capital)].join(':');
  },
  begin: (firstDay, price) => [
    'option "operating_currency" "USD"',
    '',
    `${OPEN_SINCE} commodity ${UNIT}`,
    `${OPEN_SINCE} commodity USD`,
    ...(price === undefined ? [] : [`${firstDay} price ${UNIT} ${price} USD`]),
    '',
  ],
  declare: (account) => `${OPEN_SINCE} open ${account} ${UNIT}`,
  transaction: (day, title, told) =>
    told === undefined
      ? ['', `${day} * ${quoted(title)}`]
      : [
          '',
          `${day} * ${quoted(told.type)}`,
          `  position: ${told.position}`,
          `  stream: ${quoted(told.stream)}`,
          `  revision: ${told.revision}`,
          ...(told.requestId === '' ? [] : [`  request: ${quoted(told.requestId)}`]),
          ...(told.reason === '' ? [] : [`  reason: ${quoted(told.reason)}`]),
        ],
  posting: (account, units) => `  ${account}  ${units} ${UNIT}`,
  beginAssertions: () => [''],
  // Of the beginning of a day.
  assertion: (lastDay, account, units) => `${dayAfter(lastDay)} balance ${account}  ${units} ${UNIT}`,
};

/** A part begins with a capital letter or a digit. */
const capital = (text: string): string =>
  text.startsWith('-') ? `X${text}` : text.charAt(0).toUpperCase() + text.slice(1);
const quoted = (text: string): string => `"${oneLine(text).replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
