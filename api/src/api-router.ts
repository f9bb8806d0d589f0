import { Router } from 'express';
import { auditRoutes } from './contract/audit.ts';
import { balanceRoutes } from './contract/balance.ts';
import { channelRoutes } from './contract/channel.ts';
import { dataRoutes } from './contract/data.ts';
import { exportRoutes } from './contract/export.ts';
import { financeExportRoutes } from './contract/finance-export.ts';
import { financePeriodRoutes } from './contract/finance-period.ts';
import { groupRoutes } from './contract/group.ts';
import { ledgerRoutes } from './contract/ledger.ts';
import { logRoutes } from './contract/log.ts';
import { mailRoutes } from './contract/mail.ts';
import { modelRoutes } from './contract/model.ts';
import { optionRoutes } from './contract/option.ts';
import { priceBookRoutes } from './contract/pricebook.ts';
import { outsideAccountRoutes } from './contract/outside-account.ts';
import { pricingRoutes } from './contract/pricing.ts';
import { receiptRoutes } from './contract/receipt.ts';
import { redemptionRoutes } from './contract/redemption.ts';
import { sessionRoutes } from './contract/session.ts';
import { financeRoutes, statementRoutes } from './contract/statement.ts';
import { statusRoutes } from './contract/status.ts';
import { taskRoutes } from './contract/task.ts';
import { tokenRoutes } from './contract/token.ts';
import { toldSessionRoutes } from './contract/told-session.ts';
import { topUpRoutes } from './contract/topup.ts';
import { userRoutes } from './contract/user.ts';
import { auditHandlers } from './audit/handlers.ts';
import { balanceHandlers } from './balance/handlers.ts';
import { channelHandlers } from './channel/handlers.ts';
import { dataHandlers } from './data/handlers.ts';
import { ExportRoom } from './exports/export-room.ts';
import { exportHandlers } from './exports/handlers.ts';
import { financeExportHandlers } from './finance-exports/handlers.ts';
import { groupHandlers } from './group/handlers.ts';
import { boundedCalls } from './http/bounded-calls.ts';
import { type ProvedCallers, provedCallers } from './http/callers.ts';
import { createRouter, served } from './http/router.ts';
import { WaitingReads } from './http/waiting-reads.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { logHandlers } from './log/handlers.ts';
import { mailHandlers } from './mail/handlers.ts';
import { modelHandlers } from './model/handlers.ts';
import { financePeriodHandlers } from './periods/handlers.ts';
import { openApiRouter } from './openapi/openapi-router.ts';
import { optionHandlers } from './option/handlers.ts';
import { outsideAccountHandlers } from './outside-accounts/handlers.ts';
import { PROVIDER_CALLS_MAX } from './limits.ts';
import type { ApiPorts } from './ports.ts';
import { priceBookHandlers } from './pricebook/handlers.ts';
import { pricingHandlers } from './pricing/handlers.ts';
import { receiptHandlers } from './receipt/handlers.ts';
import { redemptionHandlers } from './redemption/handlers.ts';
import { sessionHandlers } from './session/handlers.ts';
import { toldSessionHandlers } from './session/told-sessions.ts';
import { financeHandlers, statementHandlers } from './statement/handlers.ts';
import { statusHandlers } from './status/handlers.ts';
import { taskHandlers } from './task/handlers.ts';
import { tokenHandlers } from './token/handlers.ts';
import { topUpHandlers } from './topup/handlers.ts';
import { userHandlers } from './user/handlers.ts';

/**
 * `/api/**`: the console's interface (docs/behaviour.md#calls): of paths that would match, the one without a parameter comes first.
 * Expects `res.locals.requestId`; rate limits, compression and access log are the server's. `callers`: whom the server has asked already who calls.
 */
export function createApiRouter(ports: ApiPorts, callers: ProvedCallers = provedCallers(ports)): Router {
  const { sessions } = callers;
  // What the bot check asks: nothing else of these calls asks anybody.
  const checked = { ...ports, askUpstream: boundedCalls(ports.askUpstream, PROVIDER_CALLS_MAX) };
  const paid = { ...ports, askUpstream: boundedCalls(ports.askUpstream, PROVIDER_CALLS_MAX) };
  // Lists and statements alike: one more kind of file is no more room.
  const room = new ExportRoom();
  const calls = createRouter(
    [
      ...served(statusRoutes, statusHandlers(ports)),
      ...served(exportRoutes, exportHandlers(ports, room)),
      ...served(sessionRoutes, sessionHandlers(checked, sessions)),
      ...served(mailRoutes, mailHandlers(checked, sessions)),
      ...served(outsideAccountRoutes, outsideAccountHandlers(ports, sessions)),
      ...served(toldSessionRoutes, toldSessionHandlers(ports)),
      ...served(topUpRoutes, topUpHandlers(paid)),
      ...served(userRoutes, userHandlers(ports)),
      ...served(tokenRoutes, tokenHandlers(ports)),
      ...served(channelRoutes, channelHandlers(ports)),
      ...served(redemptionRoutes, redemptionHandlers(ports)),
      ...served(logRoutes, logHandlers(ports)),
      ...served(taskRoutes, taskHandlers(ports)),
      ...served(receiptRoutes, receiptHandlers(ports)),
      ...served(dataRoutes, dataHandlers(ports)),
      ...served(optionRoutes, optionHandlers(ports)),
      ...served(statementRoutes, statementHandlers(ports, room)),
      ...served(financeRoutes, financeHandlers(ports, room)),
      ...served(financeExportRoutes, financeExportHandlers(ports)),
      ...served(financePeriodRoutes, financePeriodHandlers(ports)),
      ...served(ledgerRoutes, ledgerHandlers(ports)),
      ...served(balanceRoutes, balanceHandlers(ports)),
      ...served(modelRoutes, modelHandlers),
      ...served(groupRoutes, groupHandlers(ports)),
      ...served(pricingRoutes, pricingHandlers(ports)),
      ...served(priceBookRoutes, priceBookHandlers(ports)),
      ...served(auditRoutes, auditHandlers(ports)),
    ],
    {
      callers,
      reads: new WaitingReads(ports.readModels),
      log: ports.log,
      nowMs: () => ports.clock.nowMs(),
      isDemo: () => ports.view.options.DemoSiteEnabled,
    },
    ports.bodies,
  );
  return Router().use(openApiRouter(ports.settings.version), calls);
}
