import { auditRoutes } from './audit.ts';
import { balanceRoutes } from './balance.ts';
import { channelRoutes } from './channel.ts';
import { dataRoutes } from './data.ts';
import { exportRoutes } from './export.ts';
import { financeExportRoutes } from './finance-export.ts';
import { financePeriodRoutes } from './finance-period.ts';
import { groupRoutes } from './group.ts';
import { ledgerRoutes } from './ledger.ts';
import { logRoutes } from './log.ts';
import { mailRoutes } from './mail.ts';
import { modelRoutes } from './model.ts';
import { optionRoutes } from './option.ts';
import { outsideAccountRoutes } from './outside-account.ts';
import { priceBookRoutes } from './pricebook.ts';
import { pricingRoutes } from './pricing.ts';
import { receiptRoutes } from './receipt.ts';
import { redemptionRoutes } from './redemption.ts';
import { sessionRoutes } from './session.ts';
import { financeRoutes, statementRoutes } from './statement.ts';
import { statusRoutes } from './status.ts';
import { taskRoutes } from './task.ts';
import { tokenRoutes } from './token.ts';
import { toldSessionRoutes } from './told-session.ts';
import { topUpRoutes } from './topup.ts';
import { userRoutes } from './user.ts';

/**
 * Every call of the console's interface by noun. Within one method, paths without a parameter come before those with one where both would
 * match (`/api/user/self` before `/api/user/{id}`): the router registers them in this order.
 */
export const contract = {
  status: statusRoutes,
  exported: exportRoutes,
  session: sessionRoutes,
  toldSession: toldSessionRoutes,
  topUp: topUpRoutes,
  user: userRoutes,
  token: tokenRoutes,
  channel: channelRoutes,
  redemption: redemptionRoutes,
  log: logRoutes,
  task: taskRoutes,
  receipt: receiptRoutes,
  data: dataRoutes,
  option: optionRoutes,
  mail: mailRoutes,
  outsideAccount: outsideAccountRoutes,
  statement: statementRoutes,
  finance: financeRoutes,
  financeExport: financeExportRoutes,
  financePeriod: financePeriodRoutes,
  ledger: ledgerRoutes,
  balance: balanceRoutes,
  model: modelRoutes,
  group: groupRoutes,
  pricing: pricingRoutes,
  pricebook: priceBookRoutes,
  audit: auditRoutes,
} as const;
