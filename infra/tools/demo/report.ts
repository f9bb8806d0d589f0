import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { receiptSchema, type Receipt } from '@ledgate/api/contract/receipt';
import { statementSchema, type Statement, type StatementEntry } from '@ledgate/api/contract/statement';
import { ledgerRoutes } from '@ledgate/api/contract/ledger';
import { z } from 'zod';
import { ConsoleClient } from '../console-client/console-client.ts';
import { DEMO_ROOT, type Person, usd } from './main-job.ts';

type Say = (line: string) => void;

const AMOUNT_WIDTH = 12;
const money = (quota: number): string => usd(quota).padStart(AMOUNT_WIDTH);

/** Prints each person's statement, the explanation of one charge and the trial balance. Throws when the trial balance is not zero. */
export async function tellTheBooks(url: string, people: readonly Person[], say: Say): Promise<void> {
  for (const { console } of people) sayStatement(await console.get('/api/statement/self', statementSchema), say);
  const [first] = people;
  if (first !== undefined) sayReceipt(await aReceipt(first), say);
  await sayTrialBalance(await ConsoleClient.signedIn(url, DEMO_ROOT.username, DEMO_ROOT.password), say);
}

function sayStatement({ username, opening, entries, closing }: Statement, say: Say): void {
  say(`\nStatement of ${username}`);
  say(`  ${'opening balance'.padEnd(60)} ${money(opening)}`);
  for (const entry of entries) say(`  ${whatOf(entry).padEnd(46)} ${money(entry.amount)}  ${money(entry.balance)}`);
  say(`  ${'closing balance'.padEnd(60)} ${money(closing)}`);
}

/** How a charge came about is told by its explanation below: here is what was bought. */
function whatOf({ kind, text, facts }: StatementEntry): string {
  return kind === 'charge' ? `${facts['model']}: ${facts['prompt']} tokens in, ${facts['completion']} out` : text;
}

/** Of the latest streamed charge, which was retried. */
async function aReceipt({ console }: Person): Promise<Receipt> {
  const page = await console.get(
    `/api/log/self/?p=1&page_size=10&type=${LOG_TYPE.consumption}`,
    z.object({ items: z.array(z.object({ id: z.number(), is_stream: z.boolean() })) }),
  );
  const row = page.items.find(({ is_stream: streamed }) => streamed) ?? page.items[0];
  if (row === undefined) throw new Error('there is no charge to explain');
  return console.get(`/api/log/self/${row.id}/explanation`, receiptSchema);
}

function sayReceipt(receipt: Receipt, say: Say): void {
  const { model_billed: model, usage, lines, exact, total, price_book_version: version, ledger } = receipt;
  say(
    `\nOne charge explained: ${model}, ${usage.prompt} tokens in and ${usage.completion} out, as the ${usage.source} says`,
  );
  for (const { what, quantity, factor, subtotal } of lines)
    say(`  ${what.replace('_', ' ').padEnd(16)} ${quantity} x ${factor} = ${subtotal}`);
  say(`  rounded half up once: ${exact} -> ${total} quota units (${usd(total)}), price book ${version}`);
  say(`  ledger entry: ${ledger.type} at position ${ledger.position}, revision ${ledger.revision} of ${ledger.stream}`);
}

async function sayTrialBalance(root: ConsoleClient, say: Say): Promise<void> {
  const { accounts, total, position } = await root.get('/api/ledger/trial_balance', ledgerRoutes.trialBalance.data);
  say(`\nTrial balance at position ${position}`);
  for (const { account, balance } of accounts) say(`  ${account.padEnd(60)} ${money(Number(balance))}`);
  say(`  ${'total'.padEnd(60)} ${money(Number(total))}`);
  if (total !== 0) throw new Error(`the trial balance is ${total}, not zero`);
}
