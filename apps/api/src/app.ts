import { join } from 'node:path';
import { basePaths } from '@larkmere/contract/platform/endpoint';
import { createPartitions } from '@larkmere/ledger/maintenance';
import { openAuditChainWriter } from './accounting/audit-chain/audit-chain-writer.ts';
import { openFirmAccounts } from './accounting/chart-of-accounts/chart-of-accounts.ts';
import { bankAccountRoutes } from './accounts/bank-account/bank-account.routes.ts';
import { letterRoutes } from './accounts/letter/letter.routes.ts';
import { ownTransferRoutes } from './accounts/own-transfer/own-transfer.routes.ts';
import { statementRoutes } from './accounts/statement/statement.routes.ts';
import { walletRoutes } from './accounts/wallet/wallet.routes.ts';
import { approvalHandlers } from './approvable-types.ts';
import { approvalRoutes } from './approvals/approval/approval.routes.ts';
import { compensationRoutes } from './back-office/compensation/compensation.routes.ts';
import { customerFileRoutes } from './back-office/customer-file/customer-file.routes.ts';
import { customerSearchRoutes } from './back-office/customer-search/customer-search.routes.ts';
import { reviewListeners } from './back-office/review/review.listeners.ts';
import { reviewRoutes } from './back-office/review/review.routes.ts';
import { roleRoutes } from './back-office/role/role.routes.ts';
import { authenticateStaff } from './back-office/staff/authenticate.ts';
import { staffRoutes } from './back-office/staff/staff.routes.ts';
import { deriveStaffInvitationKey, deriveStaffInvitationToken } from './back-office/staff/staff.ts';
import { staffMemberRoutes } from './back-office/staff/staff-member.routes.ts';
import { cardListeners } from './cards/card/card.listeners.ts';
import { cardRoutes } from './cards/card/card.routes.ts';
import { type CardProcessor, cardProcessor } from './cards/card/rails/card-processor.ts';
import { recoverShortfall } from './cards/top-up/recover-shortfall.ts';
import { listAcceptedFunding } from './cards/top-up/show-options.ts';
import { topUpRoutes } from './cards/top-up/top-up.routes.ts';
import { documentListeners } from './checks/document/document.listeners.ts';
import { documentRoutes } from './checks/document/document.routes.ts';
import { type Config, connectOrigins } from './config.ts';
import { agreementRoutes } from './customers/agreement/agreement.routes.ts';
import { closureRoutes } from './customers/closure/closure.routes.ts';
import { customerRoutes } from './customers/customer/customer.routes.ts';
import { emailChangeRoutes } from './customers/email-change/email-change.routes.ts';
import { deriveEmailCode, deriveEmailCodeKey } from './customers/email-change/email-change.ts';
import { invitationRoutes } from './customers/invitation/invitation.routes.ts';
import { deriveInvitationKey, deriveInvitationToken } from './customers/invitation/invitation.ts';
import { kycListeners } from './customers/kyc/kyc.listeners.ts';
import { kycRoutes } from './customers/kyc/kyc.routes.ts';
import { derivePersonCode, derivePersonKey } from './customers/kyc/kyc.ts';
import { identityVendor } from './customers/kyc/rails/identity-vendor.ts';
import { profileRoutes } from './customers/profile/profile.routes.ts';
import { registrationRoutes } from './customers/registration/registration.routes.ts';
import { deriveConfirmCode, deriveConfirmKey } from './customers/registration/registration.ts';
import { upgradeListeners } from './customers/upgrade/upgrade.listeners.ts';
import { upgradeRoutes } from './customers/upgrade/upgrade.routes.ts';
import { customerUpgraded } from './customers/upgrade/upgrade.ts';
import { userRoutes } from './customers/user/user.routes.ts';
import { erasureHandlers } from './erasure-handlers.ts';
import { autoFxRoutes } from './fx/auto-fx/auto-fx.routes.ts';
import { paymentDue } from './fx/auto-fx/auto-fx.ts';
import { runAutoFx } from './fx/auto-fx/run-auto-fx.ts';
import { conversionRoutes } from './fx/conversion/conversion.routes.ts';
import { pairMargins, tierRate } from './fx/conversion/conversion.ts';
import { manualFxRoutes } from './fx/manual-fx/manual-fx.routes.ts';
import { rateGuard, rateTokenRoutes } from './fx/rate/rate.routes.ts';
import { rateMoved } from './fx/rate/rate.ts';
import { openRateService } from './fx/rate/rate-service.ts';
import { issueRateToken } from './fx/rate/rate-token.ts';
import { onCustomerUpgraded } from './fx/rate-alert/on-customer-upgraded.ts';
import { rateAlertListeners } from './fx/rate-alert/rate-alert.listeners.ts';
import { rateAlertRoutes } from './fx/rate-alert/rate-alert.routes.ts';
import { treasuryListeners } from './fx/treasury/treasury.listeners.ts';
import { treasuryRoutes } from './fx/treasury/treasury.routes.ts';
import { walletCurrencyRoutes } from './fx/wallet-currency/wallet-currency.routes.ts';
import { deviceRoutes } from './identity/device/device.routes.ts';
import { passwordRoutes } from './identity/password/password.routes.ts';
import { pinRoutes } from './identity/pin/pin.routes.ts';
import { requirePinAuthorisation, voidAuthorisations } from './identity/pin/pin.ts';
import { recoveryRoutes } from './identity/recovery/recovery.routes.ts';
import { deriveResetToken, deriveResetTokenKey } from './identity/recovery/recovery.ts';
import { createFactorSettings } from './identity/second-factor/factor-settings.ts';
import { createLoginFactors } from './identity/second-factor/login-factors.ts';
import { createPinFactors } from './identity/second-factor/pin-factors.ts';
import { secondFactorRoutes } from './identity/second-factor/second-factor.routes.ts';
import { authenticateCustomer, authenticateDownload, findSignedInCustomer } from './identity/session/authenticate.ts';
import * as sessionLimits from './identity/session/limits.ts';
import { deriveNameHashKey } from './identity/session/login-throttle.ts';
import { sessionRoutes } from './identity/session/session.routes.ts';
import {
  endDeviceSessions,
  endOtherSessions,
  requirePasswordReset,
  type SignInSecrets,
} from './identity/session/session.ts';
import type { IssueRateAccess } from './identity/session/session.view.ts';
import { jobs } from './jobs.ts';
import { notificationListeners } from './notification-listeners.ts';
import { mailListeners } from './notifications/email/email.listeners.ts';
import type { Mailer } from './notifications/email/send-mail.ts';
import { notificationRoutes } from './notifications/notification/notification.routes.ts';
import { smsListeners } from './notifications/sms/sms.listeners.ts';
import { payeeRoutes } from './payees/payee/payee.routes.ts';
import { payeeChanged } from './payees/payee/payee.ts';
import { createNameCheckClient } from './payees/payee/rails/name-check-client.ts';
import { bulkPaymentRoutes } from './payments/bulk/bulk.routes.ts';
import { payOnFill } from './payments/domestic/pay-on-fill.ts';
import { paymentBank } from './payments/execution/rails/payment-bank.ts';
import { favouriteRoutes } from './payments/favourite/favourite.routes.ts';
import { internationalRoutes } from './payments/international/international.routes.ts';
import { memberTransferRoutes } from './payments/member-transfer/member-transfer.routes.ts';
import { matchCredit } from './payments/open-banking/match-credit.ts';
import { instantPaymentRoutes } from './payments/open-banking/open-banking.routes.ts';
import { ukOpenBanking } from './payments/open-banking/rails/uk-open-banking.ts';
import { creditReceived } from './payments/payment/payment-events.ts';
import type { PaymentBank } from './payments/payment/rail.ts';
import { paymentListeners } from './payments/payments.listeners.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { receiptRoutes } from './payments/receipt/receipt.routes.ts';
import { searchRoutes } from './payments/search/search.routes.ts';
import { onPayeeChanged } from './payments/standing-order/on-payee-changed.ts';
import { standingOrderRoutes } from './payments/standing-order/standing-order.routes.ts';
import { requireAppRole } from './platform/db/app-role.ts';
import { type Db, openDb } from './platform/db/db.ts';
import { requireDurability } from './platform/db/durability.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { waitForDatabase } from './platform/db/wait-for-database.ts';
import { forwardLiveNotices } from './platform/events/live.ts';
import { externalHandler, type Subscription, transactionalHandler } from './platform/events/relay.ts';
import { startRelay } from './platform/events/run-relay.ts';
import { type Authenticate, type Bind, createBinder } from './platform/http/bind.ts';
import { readSessionCookie } from './platform/http/caller.ts';
import { startListening } from './platform/http/listen.ts';
import { addOpenApi } from './platform/http/openapi.ts';
import { type Partner, verifyPartnerSignature } from './platform/http/partner-client.ts';
import { openServer, type RegisteredRoute } from './platform/http/server.ts';
import { openSockets } from './platform/http/sockets.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { startJobs } from './platform/jobs/job.ts';
import { openSmtp } from './platform/mail/smtp.ts';
import { openLog } from './platform/observability/log.ts';
import { addProbes } from './platform/observability/probes.ts';
import { Refusal } from './platform/requests/refusal.ts';
import { openSmsGateway } from './platform/sms/sms-gateway.ts';
import { systemClock } from './platform/time/clock.ts';
import { bankDirectoryRoutes } from './reference/bank-directory/bank-directory.routes.ts';
import { countryRoutes } from './reference/country/country.routes.ts';

const partnerTimeoutMs = 8000;
const webDist = join(import.meta.dirname, '../../web/dist');

export type App = Readonly<{
  url: string;
  bind: Bind;
  registeredRoutes: readonly RegisteredRoute[];
  close: () => Promise<void>;
}>;

export async function startApp(config: Config): Promise<App> {
  const log = openLog(config.logLevel);
  const db = openDb(config.databaseUrl, config.poolSize);
  await waitForDatabase(() => prepareDatabase(config, db), log);
  const partner: Partner = { baseUrl: config.bankUrl, secret: config.railSecret, timeoutMs: partnerTimeoutMs };
  const bank = paymentBank(partner);
  const openBanking = await ukOpenBanking(partner, config);
  const processor = cardProcessor({ ...partner, baseUrl: config.cardProcessorUrl });

  const onlyBoundCookies = config.mode === 'production';
  const server = await openServer({
    log,
    maxInFlight: config.maxInFlight,
    trustedProxies: config.trustedProxies,
    requiresHostCookies: onlyBoundCookies,
    publicUrl: config.publicUrl,
  });
  await addOpenApi(server);
  addProbes(server, db);
  const bind = createBinder({ app: server, db, authenticate: authenticate(config, db) });
  bindRoutes(bind, config, { partner, openBanking, processor });
  const rates =
    config.rateService === basePaths.rate
      ? [openRateService(bind, db, config.rates, { pairMargins, tierRate }, log)]
      : [];
  await serveWebApp(server, webDist, {
    connect: connectOrigins(config),
    frames: config.embedPartners,
    framed: [new URL(config.cardProcessorUrl).origin],
  });
  const sockets = await openSockets(
    server,
    config.databaseUrl,
    (cookies, token, ip) =>
      findSignedInCustomer(db, { token, cookie: readSessionCookie(cookies, onlyBoundCookies), isSameOrigin: true, ip }),
    log,
  );
  const live = await waitForDatabase(() => forwardLiveNotices(config.databaseUrl, sockets.io, log), log);
  const relay = startRelay(db, subscriptions(config, { bank, partner, processor }), log, server.inFlightRequests);
  const sealer = openAuditChainWriter(db, { key: config.sealKey, file: config.sealFile });
  const scheduled = jobs({
    sealer,
    bank,
    openBanking,
    processor,
    vendor: identityVendor(partner),
    ...createNameCheckClient(partner),
    approvalHandlers,
  });
  const tasks = [...rates, ...startJobs(scheduled, db, log)];

  const url = await startListening(server, config);
  const close = async (): Promise<void> => {
    await sockets.close();
    await server.close();
    await Promise.all([relay.stop(), live.stop(), ...tasks.map((task) => task.stop())]);
    await sealer.finish().catch((error: unknown) => log.error({ err: error }, 'the last rows are not sealed yet'));
    await db.destroy();
  };
  return { url, bind, registeredRoutes: server.registeredRoutes, close };
}

/** The configured address, and never the host that a request names: for links and passkeys. */
const siteOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;

function openMailer(config: Config): Mailer {
  const { smtpUrl, from, supportPhone } = config.mail;
  const { pinPepper } = config;
  const site = siteOf(config);
  const key = deriveResetTokenKey(pinPepper);
  const resetLink = (requestId: string) => new URL(`/forgot-login/${deriveResetToken(key, requestId)}`, site).href;
  const codeKey = deriveEmailCodeKey(pinPepper);
  const emailCode = (requestId: string, side: 'old' | 'new') => deriveEmailCode(codeKey, requestId, side);
  const confirmKey = deriveConfirmKey(pinPepper);
  const confirmLink = (requestId: string) => {
    const link = new URL('/register-confirm', site);
    link.search = new URLSearchParams({ id: requestId, code: deriveConfirmCode(confirmKey, requestId) }).toString();
    return link.href;
  };
  const invitationKey = deriveInvitationKey(pinPepper);
  const inviteLink = (linkId: string) =>
    new URL(`/invitation/${deriveInvitationToken(invitationKey, linkId)}`, site).href;
  const staffInvitationKey = deriveStaffInvitationKey(pinPepper);
  const staffInviteLink = (linkId: string) =>
    new URL(`/manage-invitation/${deriveStaffInvitationToken(staffInvitationKey, linkId)}`, site).href;
  const deviceLink = new URL('/device', site).href;
  const personKey = derivePersonKey(pinPepper);
  const personLink = (id: string, linkId: string) => {
    const link = new URL('/know-your-customer', site);
    // In the fragment, which browsers send to no server.
    link.hash = new URLSearchParams({ person: id, code: derivePersonCode(personKey, linkId) }).toString();
    return link.href;
  };
  return {
    send: openSmtp(smtpUrl, from),
    supportPhone,
    deviceLink,
    resetLink,
    confirmLink,
    inviteLink,
    staffInviteLink,
    emailCode,
    personLink,
  };
}

async function prepareDatabase({ mode }: Config, db: Db): Promise<void> {
  if (mode === 'production') await requireDurability(db);
  await requireAppRole(db);
  await createPartitions(db);
  await inTransaction(db, openFirmAccounts);
}

type Partners = Readonly<{
  partner: Partner;
  bank: PaymentBank;
  openBanking: Awaited<ReturnType<typeof ukOpenBanking>>;
  processor: CardProcessor;
}>;

type RoutePartners = Omit<Partners, 'bank'>;

function bindRoutes(bind: Bind, config: Config, partners: RoutePartners): void {
  const signIn = { captcha: config.captchaSecret, names: deriveNameHashKey(config.pinPepper) };
  const factors = createFactorSettings(siteOf(config), config.pinPepper);
  sessionRoutes(bind, signIn, issueRateAccess(config), createLoginFactors(factors));
  secondFactorRoutes(bind, factors);
  deviceRoutes(bind, {
    sessionLimits,
    endDeviceSessions,
    endOtherSessions,
    requirePasswordReset,
    voidAuthorisations,
    requirePinAuthorisation,
  });
  passwordRoutes(bind);
  emailChangeRoutes(bind, deriveEmailCodeKey(config.pinPepper));
  profileRoutes(bind);
  recoveryRoutes(bind, { ...signIn, resetTokens: deriveResetTokenKey(config.pinPepper) });
  registrationRoutes(bind, { ...signIn, confirmCodes: deriveConfirmKey(config.pinPepper) });
  invitationRoutes(bind, signIn);
  userRoutes(bind, deriveInvitationKey(config.pinPepper));
  countryRoutes(bind);
  customerRoutes(bind, issueRateAccess(config));
  closureRoutes(bind);
  agreementRoutes(bind);
  kycRoutes(bind, derivePersonKey(config.pinPepper));
  pinRoutes(bind, { version: 1, key: config.pinPepper }, createPinFactors(factors));
  bindMoneyRoutes(bind, config, partners);
  searchRoutes(bind);
  approvalRoutes(bind, approvalHandlers);
  notificationRoutes(bind);
  rateTokenRoutes(bind, { secret: config.rateSecret, service: config.rateService });
  bindStaffRoutes(bind, config, signIn);
}

function bindMoneyRoutes(bind: Bind, config: Config, { partner, openBanking, processor }: RoutePartners): void {
  bankAccountRoutes(bind);
  walletRoutes(bind);
  walletCurrencyRoutes(bind);
  upgradeRoutes(bind);
  bankDirectoryRoutes(bind);
  payeeRoutes(bind, createNameCheckClient(partner));
  conversionRoutes(bind);
  bulkPaymentRoutes(bind);
  autoFxRoutes(bind);
  manualFxRoutes(bind);
  standingOrderRoutes(bind);
  rateAlertRoutes(bind);
  instantPaymentRoutes(bind, openBanking);
  ownTransferRoutes(bind);
  memberTransferRoutes(bind);
  favouriteRoutes(bind);
  cardRoutes(bind, processor, listAcceptedFunding);
  topUpRoutes(bind, processor, siteOf(config));
  treasuryRoutes(bind);
  paymentRoutes(bind);
  documentRoutes(bind);
  internationalRoutes(bind);
  receiptRoutes(bind);
  // As it is printed: a reader types it.
  letterRoutes(bind, new URL('/verify', siteOf(config)).href.replace(/^https?:\/\//, ''));
  statementRoutes(bind);
}

function bindStaffRoutes(bind: Bind, config: Config, signIn: SignInSecrets): void {
  staffRoutes(bind, signIn, config.pinPepper);
  customerSearchRoutes(bind);
  customerFileRoutes(bind);
  roleRoutes(bind);
  staffMemberRoutes(bind, signIn, config.pinPepper);
  reviewRoutes(bind);
  compensationRoutes(bind);
}

const subscriptions = (config: Config, { bank, partner, processor }: Omit<Partners, 'openBanking'>): Subscription[] => [
  ...paymentListeners(bank),
  ...treasuryListeners(partner),
  ...kycListeners(partner),
  ...upgradeListeners(partner),
  ...cardListeners(processor),
  ...notificationListeners,
  externalHandler(rateMoved, 'run-auto-fx', async (job) => void (await runAutoFx(job))),
  ...rateAlertListeners,
  transactionalHandler(customerUpgraded, 'on-customer-upgraded', onCustomerUpgraded),
  transactionalHandler(paymentDue, 'pay-on-fill', payOnFill),
  transactionalHandler(payeeChanged, 'on-payee-changed', onPayeeChanged),
  ...erasureHandlers,
  ...documentListeners,
  ...reviewListeners,
  transactionalHandler(creditReceived, 'match-instant-payment-credit', matchCredit),
  transactionalHandler(creditReceived, 'recover-top-up-shortfall', recoverShortfall),
  ...mailListeners(openMailer(config)),
  ...smsListeners({
    send: openSmsGateway(config.sms.url, config.sms.key),
    supportPhone: config.mail.supportPhone,
  }),
];

function authenticate(config: Config, db: ReturnType<typeof openDb>): Authenticate {
  const admit = rateGuard(config.rateSecret);
  return async (caller, request, endpoint) => {
    if (caller.isAmbiguous) throw new Refusal('not_signed_in');
    if (endpoint.access === 'public') return { kind: 'public', ip: caller.ip };
    if (endpoint.downloadTokenParameter)
      return authenticateDownload(db, caller, request.url, endpoint.downloadTokenParameter);
    if (endpoint.access === 'staff') return authenticateStaff(db, caller, endpoint);
    if (endpoint.access === 'rate') return admit(caller);
    if (endpoint.access !== 'rail') return authenticateCustomer(db, caller, endpoint);
    const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
    if (
      !verifyPartnerSignature(config.railSecret, String(timestamp), request.rawBody, String(signature), systemClock())
    )
      throw new Refusal('not_signed_in');
    return { kind: 'rail', ip: caller.ip };
  };
}

const issueRateAccess =
  ({ rateSecret, rateService }: Config): IssueRateAccess =>
  (now) => ({ rateToken: issueRateToken(rateSecret, 'customer', now), rateService });
