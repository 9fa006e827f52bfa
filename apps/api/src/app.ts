import { join } from 'node:path';
import { bases } from '@larkmere/contract/endpoint';
import { openBulkLane } from '@larkmere/ledger/bulk-lane';
import { makeMonths } from '@larkmere/ledger/upkeep';
import { payAfterFill } from './auto-fx/after-fill.ts';
import { autoFxRoutes } from './auto-fx/auto-fx.routes.ts';
import { paymentDue } from './auto-fx/auto-fx.ts';
import { runAutoFx } from './auto-fx/run-auto-fx.ts';
import { bankAccountRoutes } from './bank-account/bank-account.routes.ts';
import { bankDirectoryRoutes } from './bank-directory/bank-directory.routes.ts';
import { openHouseAccounts } from './books/books.ts';
import { bulkPaymentRoutes } from './bulk-payment/bulk-payment.routes.ts';
import { compensationRoutes } from './compensation/compensation.routes.ts';
import { type Config, originsOf } from './config.ts';
import { countryRoutes } from './country/country.routes.ts';
import { customerRoutes } from './customer/customer.routes.ts';
import { documentListeners } from './document/document.listeners.ts';
import { documentRoutes } from './document/document.routes.ts';
import { fxRoutes } from './fx/fx.routes.ts';
import { marginsOf, tierRate } from './fx/fx.ts';
import { globalPaymentRoutes } from './global-payment/global-payment.routes.ts';
import { creditPayment } from './instant-payment/credit-payment.ts';
import { instantPaymentRoutes } from './instant-payment/instant-payment.routes.ts';
import { instantPaymentMoved } from './instant-payment/instant-payment.ts';
import { ukOpenBanking } from './instant-payment/rails/uk-open-banking.ts';
import { requireAppRole } from './kernel/app-role.ts';
import { type Authenticate, type Bind, binder } from './kernel/bind.ts';
import { cookieOf } from './kernel/caller.ts';
import { wallClock } from './kernel/clock.ts';
import { type Db, openDb } from './kernel/db.ts';
import { requireDurability } from './kernel/durability.ts';
import { listen } from './kernel/listen.ts';
import { forwardLive } from './kernel/live.ts';
import { openLog } from './kernel/log.ts';
import { addOpenApi } from './kernel/openapi.ts';
import { type Partner, verifyPartnerSignature } from './kernel/partner.ts';
import { addProbes } from './kernel/probes.ts';
import { Refusal } from './kernel/refusal.ts';
import { inside, outside, type Subscription } from './kernel/relay.ts';
import { runRelay } from './kernel/run-relay.ts';
import { openServer, type ServedRoute } from './kernel/server.ts';
import { openSockets } from './kernel/sockets.ts';
import { inTransaction } from './kernel/transaction.ts';
import { addWeb } from './kernel/web.ts';
import { whenReachable } from './kernel/when-reachable.ts';
import { type Mailer, mailListeners } from './mail/mail.listeners.ts';
import { openSmtp } from './mail/rails/smtp.ts';
import { manualFxRoutes } from './manual-fx/manual-fx.routes.ts';
import { exchangeNotices } from './notification/exchange-notices.ts';
import { notificationRoutes } from './notification/notification.routes.ts';
import { autoFxNotices } from './notification/notify-auto-fx.ts';
import { notifyCredit } from './notification/notify-credit.ts';
import { notifyInstantPayment } from './notification/notify-instant-payment.ts';
import { notifyPinLocked, notifySignInLocked } from './notification/notify-locked.ts';
import { notifyPayment, notifyRecall } from './notification/notify-payment.ts';
import { notifyStandingOrder } from './notification/notify-standing-order.ts';
import { notifyDone, notifyNeeded } from './notification/notify-team-approval.ts';
import { notifyUpgrade } from './notification/notify-upgrade.ts';
import { reviewNotices } from './notification/review-notices.ts';
import { payeeRoutes } from './payee/payee.routes.ts';
import { payeeChanged } from './payee/payee.ts';
import { nameChecks } from './payee/rails/name-checks.ts';
import { paymentListeners } from './payment/payment.listeners.ts';
import { paymentRoutes } from './payment/payment.routes.ts';
import {
  creditReceived,
  paymentCancelled,
  paymentCompleted,
  paymentHeld,
  paymentRejected,
  paymentReturned,
  paymentSent,
  paymentSubmitted,
  paymentWaiting,
  recallAnswered,
} from './payment/payment-news.ts';
import { bankRails } from './payment/rails/bank-rails.ts';
import { type Rails, railsOf } from './payment/rails.ts';
import { pinRoutes } from './pin/pin.routes.ts';
import { pinLocked } from './pin/pin.ts';
import { positionListeners } from './position/position.listeners.ts';
import { positionRoutes } from './position/position.routes.ts';
import { rateGuard, ratePassRoutes } from './rate/rate.routes.ts';
import { rateMoved } from './rate/rate.ts';
import { openRateService } from './rate/rate-service.ts';
import { issueRateToken } from './rate/rate-token.ts';
import { rateAlertListeners } from './rate-alert/rate-alert.listeners.ts';
import { rateAlertRoutes } from './rate-alert/rate-alert.routes.ts';
import { receiptRoutes } from './receipt/receipt.routes.ts';
import { reviewListeners } from './review/review.listeners.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { openSealer } from './seal/run-sealer.ts';
import { nameKey } from './session/attempt.ts';
import { authenticateCustomer, authenticateTicket, findCustomer } from './session/authenticate.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { signInLocked } from './session/session.ts';
import type { AdmitToRates } from './session/session.view.ts';
import { authenticateStaff } from './staff/authenticate.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { followPayee } from './standing-order/follow-payee.ts';
import { standingOrderRoutes } from './standing-order/standing-order.routes.ts';
import { standingOrderNews } from './standing-order/standing-order.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { subjects } from './subjects.ts';
import { startTasks } from './tasks.ts';
import { teamApprovalRoutes } from './team-approval/team-approval.routes.ts';
import { approvalDone, approvalNeeded } from './team-approval/team-approval.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';
import { upgradeListeners } from './upgrade/upgrade.listeners.ts';
import { upgradeRoutes } from './upgrade/upgrade.routes.ts';
import { upgradeMoved } from './upgrade/upgrade.ts';
import { walletRoutes } from './wallet/wallet.routes.ts';
import { walletCurrencyRoutes } from './wallet-currency/wallet-currency.routes.ts';

const partnerTimeoutMs = 8000;
const webDist = join(import.meta.dirname, '../../web/dist');

export type App = Readonly<{ url: string; bind: Bind; served: readonly ServedRoute[]; close: () => Promise<void> }>;

export async function startApp(config: Config): Promise<App> {
  const log = openLog(config.logLevel);
  const db = openDb(config.databaseUrl, config.poolSize);
  await whenReachable(() => prepareDatabase(config, db), log);
  const lane = openBulkLane(db);
  const bank: Partner = { baseUrl: config.bankUrl, secret: config.railSecret, timeoutMs: partnerTimeoutMs };
  const rails = railsOf(bankRails(bank));
  const openBanking = ukOpenBanking(bank, config);

  const onlyBoundCookies = config.mode === 'production';
  const server = await openServer({
    log,
    maxInFlight: config.maxInFlight,
    trustedProxies: config.trustedProxies,
    onlyBoundCookies,
    publicUrl: config.publicUrl,
  });
  await addOpenApi(server);
  addProbes(server, db);
  const bind = binder({ app: server, db, authenticate: authenticate(config, db) });
  bindEverything(bind, config, bank, openBanking);
  const rates =
    config.rateService === bases.rate ? [openRateService(bind, db, config.rates, { marginsOf, tierRate }, log)] : [];
  await addWeb(server, webDist, { connect: originsOf(config), frames: config.embedPartners });
  const sockets = await openSockets(
    server,
    config.databaseUrl,
    (cookies, token, ip) =>
      findCustomer(db, { token, cookie: cookieOf(cookies, onlyBoundCookies), sameOrigin: true, ip }),
    log,
  );
  const live = await whenReachable(() => forwardLive(config.databaseUrl, sockets.io, log), log);
  const { smtpUrl, from, supportPhone } = config.mail;
  const mailer = { send: openSmtp(smtpUrl, from), supportPhone };
  const relay = runRelay(db, subscriptions(rails, bank, mailer), log, server.peopleWaiting);
  const sealer = openSealer(db, { key: config.sealKey, file: config.sealFile });
  const tasks = [...rates, ...startTasks(db, { sealer, rails, openBanking, ...nameChecks(bank), lane, subjects, log })];

  const url = await listen(server, config);
  const close = async (): Promise<void> => {
    await sockets.close();
    await server.close();
    await Promise.all([relay.stop(), live.stop(), ...tasks.map((task) => task.stop())]);
    await lane.close();
    await sealer.finish().catch((error: unknown) => log.error({ err: error }, 'the last rows are not sealed yet'));
    await db.destroy();
  };
  return { url, bind, served: server.served, close };
}

async function prepareDatabase({ mode }: Config, db: Db): Promise<void> {
  if (mode === 'production') await requireDurability(db);
  await requireAppRole(db);
  await makeMonths(db);
  await inTransaction(db, openHouseAccounts);
}

function bindEverything(bind: Bind, config: Config, bank: Partner, others: ReturnType<typeof ukOpenBanking>): void {
  const signIn = { captcha: config.captchaSecret, names: nameKey(config.pinPepper) };
  sessionRoutes(bind, signIn, admitToRates(config));
  countryRoutes(bind);
  customerRoutes(bind);
  pinRoutes(bind, { version: 1, key: config.pinPepper });
  bankAccountRoutes(bind);
  walletRoutes(bind);
  walletCurrencyRoutes(bind);
  upgradeRoutes(bind);
  bankDirectoryRoutes(bind);
  payeeRoutes(bind, nameChecks(bank));
  fxRoutes(bind);
  bulkPaymentRoutes(bind);
  autoFxRoutes(bind);
  manualFxRoutes(bind);
  standingOrderRoutes(bind);
  rateAlertRoutes(bind);
  instantPaymentRoutes(bind, others);
  transferRoutes(bind);
  positionRoutes(bind);
  paymentRoutes(bind);
  documentRoutes(bind);
  reviewRoutes(bind);
  compensationRoutes(bind);
  globalPaymentRoutes(bind);
  receiptRoutes(bind);
  teamApprovalRoutes(bind, subjects);
  statementRoutes(bind);
  notificationRoutes(bind);
  ratePassRoutes(bind, { secret: config.rateSecret, service: config.rateService });
  staffRoutes(bind, signIn, config.pinPepper);
}

const subscriptions = (rails: Rails, bank: Partner, mailer: Mailer): Subscription[] => [
  ...paymentListeners(rails),
  ...positionListeners(bank),
  ...upgradeListeners(bank),
  inside(upgradeMoved, 'notify-upgrade', notifyUpgrade),
  inside(paymentHeld, 'notify-held', notifyPayment('held')),
  inside(paymentWaiting, 'notify-waiting', notifyPayment('waiting')),
  inside(paymentSubmitted, 'notify-submitted', notifyPayment('submitted')),
  inside(paymentSent, 'notify-sent', notifyPayment('sent')),
  inside(paymentCompleted, 'notify-completed', notifyPayment('completed')),
  inside(paymentReturned, 'notify-returned', notifyPayment('returned')),
  inside(paymentRejected, 'notify-rejected', notifyPayment('rejected')),
  inside(paymentCancelled, 'notify-cancelled', notifyPayment('cancelled')),
  inside(recallAnswered, 'notify-recall', notifyRecall),
  outside(rateMoved, 'run-auto-fx', async ({ transaction }) => void (await runAutoFx(transaction))),
  ...rateAlertListeners,
  ...exchangeNotices,
  inside(paymentDue, 'pay-after-fill', payAfterFill),
  ...autoFxNotices,
  inside(payeeChanged, 'follow-payee', followPayee),
  inside(standingOrderNews, 'notify-standing-order', notifyStandingOrder),
  inside(creditReceived, 'notify-credit', notifyCredit),
  ...documentListeners,
  ...reviewListeners,
  ...reviewNotices,
  inside(approvalNeeded, 'notify-approval-needed', notifyNeeded),
  inside(approvalDone, 'notify-approval-done', notifyDone),
  inside(creditReceived, 'credit-instant-payment', creditPayment),
  inside(instantPaymentMoved, 'notify-instant-payment', notifyInstantPayment),
  inside(pinLocked, 'notify-pin-locked', notifyPinLocked),
  inside(signInLocked, 'notify-sign-in-locked', notifySignInLocked),
  ...mailListeners(mailer),
];

function authenticate(config: Config, db: ReturnType<typeof openDb>): Authenticate {
  const admit = rateGuard(config.rateSecret);
  return async (caller, request, endpoint) => {
    if (caller.ambiguous) throw new Refusal('not_signed_in');
    if (endpoint.access === 'public') return { kind: 'public', ip: caller.ip };
    if (endpoint.byTicket) return authenticateTicket(db, caller, request.url, endpoint.byTicket);
    if (endpoint.access === 'staff') return authenticateStaff(db, caller, endpoint);
    if (endpoint.access === 'rate') return admit(caller);
    if (endpoint.access !== 'rail') return authenticateCustomer(db, caller, endpoint);
    const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
    if (!verifyPartnerSignature(config.railSecret, String(timestamp), request.rawBody, String(signature), wallClock()))
      throw new Refusal('not_signed_in');
    return { kind: 'rail', ip: caller.ip };
  };
}

const admitToRates =
  ({ rateSecret, rateService }: Config): AdmitToRates =>
  (now) => ({ rateToken: issueRateToken(rateSecret, 'customer', now), rateService });
