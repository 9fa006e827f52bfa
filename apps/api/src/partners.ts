import { type CardProcessor, cardProcessor } from './cards/card/rails/card-processor.ts';
import { type CardIssuer, cardIssuer } from './cards/issued-card/rails/card-issuer.ts';
import type { Config } from './config.ts';
import { identityVendor } from './customers/kyc/rails/identity-vendor.ts';
import { nameLookUps } from './payees/payee/payee.ts';
import { createNameCheckClient, type NameCheckClient } from './payees/payee/rails/name-check-client.ts';
import { paymentBank } from './payments/execution/rails/payment-bank.ts';
import { ukOpenBanking } from './payments/open-banking/rails/uk-open-banking.ts';
import type { PaymentBank } from './payments/payment/rail.ts';
import type { Db } from './platform/db/db.ts';
import type { Partner } from './platform/http/partner-client.ts';
import { createServiceBreakers } from './platform/http/service-breakers.ts';
import type { Job } from './platform/jobs/job.ts';
import type { Log } from './platform/observability/log.ts';
import { breakerFollowing } from './reference/service-breaker/follow-breakers.ts';

const partnerTimeoutMs = 8000;

/** Everyone outside that the product calls. */
export type Partners = Readonly<{
  partner: Partner;
  bank: PaymentBank;
  nameChecks: NameCheckClient;
  openBanking: Awaited<ReturnType<typeof ukOpenBanking>>;
  processor: CardProcessor;
  issuer: CardIssuer;
  vendor: Partner;
  /** By the name under which a breaker knows them. */
  breakerPartners: Readonly<Record<string, Partner>>;
  followBreakers: Job;
}>;

export async function openPartners(config: Config, db: Db, log: Log): Promise<Partners> {
  const partner: Partner = {
    name: 'bank',
    baseUrl: config.bankUrl,
    secret: config.railSecret,
    timeoutMs: partnerTimeoutMs,
  };
  const breakers = createServiceBreakers();
  const followBreakers = breakerFollowing(breakers);
  // An open breaker stays open over a restart.
  await followBreakers.run(db, log);
  const processor = { ...partner, name: 'card_processor', baseUrl: config.cardProcessorUrl };
  const issuer = { ...partner, name: 'card_issuer', baseUrl: config.cardIssuerUrl };
  nameLookUps.promptPay = config.checksPromptPayNames;
  return {
    partner,
    followBreakers,
    breakerPartners: { bank: partner, directory: partner, card_processor: processor, card_issuer: issuer },
    bank: paymentBank(partner, breakers),
    nameChecks: createNameCheckClient(partner, { checksPromptPay: config.checksPromptPayNames }),
    openBanking: await ukOpenBanking(partner, config, breakers.gate('pis')),
    processor: cardProcessor(processor, breakers.gate('wallet.topup')),
    issuer: cardIssuer(issuer),
    vendor: { ...partner, name: 'identity_vendor' },
  };
}

/** As the jobs use them. */
export const jobPartners = ({
  nameChecks,
  followBreakers,
  bank,
  openBanking,
  processor,
  issuer,
  vendor,
}: Partners) => ({
  followBreakers,
  bank,
  openBanking,
  processor,
  issuer,
  vendor: identityVendor(vendor),
  checkName: nameChecks.checkName,
});
