import { oneLine, type PlainTextForm } from './form.ts';
import { partsOf } from './accounts.ts';

const UNIT = 'UNIT';
const CLOSING = 'closing balances';

/** `hledger check -s` accepts it. What somebody has said stands in comments of the transaction, where no character of it means anything. */
export const hledger: PlainTextForm = {
  account: (account) => partsOf(account).join(':'),
  begin: (firstDay, price) => [
    `commodity 1000. ${UNIT}`,
    'commodity 1000.000000 USD',
    ...(price === undefined ? [] : ['', `P ${firstDay} ${UNIT} ${price} USD`]),
    '',
  ],
  declare: (account) => `account ${account}`,
  transaction: (day, title, told) =>
    told === undefined
      ? ['', `${day} * ${title}`]
      : [
          '',
          `${day} * (${told.position}) ${told.type}`,
          comment('stream', told.stream),
          comment('revision', String(told.revision)),
          ...(told.requestId === '' ? [] : [comment('request', told.requestId)]),
          ...(told.reason === '' ? [] : [comment('reason', told.reason)]),
        ],
  posting: (account, units) => `    ${account}  ${units} ${UNIT}`,
  beginAssertions: (lastDay) => ['', `${lastDay} * ${CLOSING}`],
  assertion: (_lastDay, account, units) => `    ${account}  0 ${UNIT} = ${units} ${UNIT}`,
};

const comment = (name: string, text: string): string => `    ; ${name}: ${oneLine(text)}`;
