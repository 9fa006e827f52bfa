import { join } from 'node:path';
import { basePaths } from '@larkmere/contract/platform/endpoint';
import { z } from 'zod';
import { type DayHours, parseOpeningHours } from './customers/help/help.ts';
import { type FeedName, feedNames, type RateSettings } from './fx/rate/rate.ts';
import { leastHashMemoryKib } from './platform/security/password-hash.ts';

function toOpeningHours(text: string, context: z.RefinementCtx): readonly DayHours[] {
  const hours = parseOpeningHours(text);
  if (hours) return hours;
  context.addIssue({ code: 'custom', message: 'days and hours, such as Mon-Fri 08:00-20:00, Sat 09:00-13:00' });
  return z.NEVER;
}

const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(8080),
    HOST: z.string().default('0.0.0.0'),
    DATABASE_URL: z.url(),
    LARKMERE_MODE: z.enum(['demo', 'production']).default('demo'),
    LARKMERE_URL: z.url().optional(),
    SANDBOX_BANK_URL: z.url().default('http://127.0.0.1:8081'),
    PROMPTPAY_NAME_CHECK: z.enum(['on', 'off']).default('on'),
    CARD_PROCESSOR_URL: z.url().optional(),
    CARD_ISSUER_URL: z.url().optional(),
    RAIL_SECRET: z.string().min(16),
    PIN_PEPPER: z.string().min(16),
    CAPTCHA_SECRET: z.string().min(16),
    SEAL_KEY: z.string().min(32),
    RATE_SECRET: z.string().min(16),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:2525'),
    MAIL_FROM: z
      .string()
      .regex(/@[\w.-]+>?$/, 'an address, such as Larkmere <post@larkmere.example>')
      .default('Larkmere <post@larkmere.example>'),
    SMS_URL: z.url().optional(),
    SMS_KEY: z.string().default(''),
    SUPPORT_PHONE: z.string().min(5).default('020 7946 0018'),
    SUPPORT_EMERGENCY_PHONE: z.string().min(5).default('020 7946 0199'),
    SUPPORT_EMAIL: z.email().default('support@larkmere.example'),
    SUPPORT_HOURS: z.string().default('Mon-Fri 08:00-20:00').transform(toOpeningHours),
    SUPPORT_ANSWER_HOURS: z.coerce.number().int().min(1).max(72).default(2),
    COMPLAINT_DAYS: z.coerce.number().int().min(1).max(35).default(15),
    OPEN_BANKING_KEY: z.string().startsWith('-----BEGIN').optional(),
    RATE_SERVICE_URL: z.union([z.url(), z.string().regex(/^\//)]).default(basePaths.rate),
    RATE_FEED: z.enum(feedNames).default('sandbox'),
    RATE_FEED_URL: z.url().optional(),
    RATE_FEED_KEY: z.string().default(''),
    RATE_FEED_ACCOUNT: z.string().default(''),
    RATE_SECOND_FEED: z.enum(feedNames).optional(),
    RATE_SECOND_URL: z.url().optional(),
    RATE_SECOND_KEY: z.string().default(''),
    RATE_SECOND_ACCOUNT: z.string().default(''),
    RATE_MOST_APART_BPS: z.coerce.number().int().min(1).max(5000).default(300),
    RATE_EVERY_SECONDS: z.coerce.number().min(1).max(3600).default(10),
    RATE_SEED: z.string().min(1).default('larkmere'),
    EMBED_PARTNERS: z
      .string()
      .regex(/^(https?:\/\/[\w.:*[\]-]+([\s,]+|$))*$/, 'addresses such as https://partner.example, with spaces between')
      .default(''),
    SEAL_FILE: z.string().min(1).optional(),
    DATA_DIR: z.string().default('.data'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
    MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(64),
    SHUTDOWN_NOTICE_MS: z.coerce.number().int().min(0).max(60_000).default(2000),
    PASSWORD_HASH_MEMORY_KIB: z.coerce.number().int().min(8).default(leastHashMemoryKib),
    TRUST_PROXY: z.string().default(''),
  })
  .refine((e) => e.LARKMERE_MODE !== 'production' || e.PASSWORD_HASH_MEMORY_KIB >= leastHashMemoryKib, {
    path: ['PASSWORD_HASH_MEMORY_KIB'],
    message: `production needs at least ${leastHashMemoryKib}`,
  });

type MailConfig = Readonly<{ smtpUrl: string; from: string; supportPhone: string; timeoutMs?: number }>;
/** Besides the telephone, which e-mails print. */
type SupportConfig = Readonly<{
  emergencyTelephone: string;
  email: string;
  hours: readonly DayHours[];
  answerHours: number;
  complaintDays: number;
}>;
type SmsConfig = Readonly<{ url: string; key: string }>;

export type Config = Readonly<{
  port: number;
  host: string;
  databaseUrl: string;
  mode: 'demo' | 'production';
  publicUrl: string | undefined;
  bankUrl: string;
  /** Whether the partner bank looks up the holder of a PromptPay ID. */
  checksPromptPayNames: boolean;
  /** Also where browsers load the form for card numbers from. */
  cardProcessorUrl: string;
  cardIssuerUrl: string;
  railSecret: string;
  pinPepper: string;
  captchaSecret: string;
  sealKey: string;
  sealFile: string;
  openBankingKey: string | undefined;
  mail: MailConfig;
  support: SupportConfig;
  sms: SmsConfig;
  rateSecret: string;
  /** Where browsers find the rate service. An absolute URL means that it runs in a process of its own. */
  rateService: string;
  rates: RateSettings;
  embedPartners: readonly string[];
  logLevel: string;
  poolSize: number;
  maxInFlight: number;
  trustedProxies: readonly string[];
  /** How long a proxy that asks `/readyz` has to notice that this process stops. */
  shutdownNoticeMs: number;
}>;

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = Environment.safeParse(environment);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is incomplete.\n  ${faults.join('\n  ')}`);
  }
  const e = read.data;
  return {
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    mode: e.LARKMERE_MODE,
    publicUrl: e.LARKMERE_URL,
    bankUrl: e.SANDBOX_BANK_URL,
    checksPromptPayNames: e.PROMPTPAY_NAME_CHECK === 'on',
    cardProcessorUrl: e.CARD_PROCESSOR_URL ?? e.SANDBOX_BANK_URL,
    cardIssuerUrl: e.CARD_ISSUER_URL ?? e.SANDBOX_BANK_URL,
    railSecret: e.RAIL_SECRET,
    pinPepper: e.PIN_PEPPER,
    captchaSecret: e.CAPTCHA_SECRET,
    sealKey: e.SEAL_KEY,
    sealFile: e.SEAL_FILE ?? join(e.DATA_DIR, 'seal', 'heads.jsonl'),
    openBankingKey: e.OPEN_BANKING_KEY,
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM, supportPhone: e.SUPPORT_PHONE },
    support: {
      emergencyTelephone: e.SUPPORT_EMERGENCY_PHONE,
      email: e.SUPPORT_EMAIL,
      hours: e.SUPPORT_HOURS,
      answerHours: e.SUPPORT_ANSWER_HOURS,
      complaintDays: e.COMPLAINT_DAYS,
    },
    sms: { url: e.SMS_URL ?? new URL('/sms/messages', e.SANDBOX_BANK_URL).href, key: e.SMS_KEY },
    rateSecret: e.RATE_SECRET,
    rateService: e.RATE_SERVICE_URL.replace(/\/$/, ''),
    rates: rateSettings(e),
    embedPartners: e.EMBED_PARTNERS.split(/[\s,]+/).filter(Boolean),
    logLevel: e.LOG_LEVEL,
    poolSize: e.DATABASE_POOL,
    maxInFlight: e.MAX_IN_FLIGHT,
    trustedProxies: e.TRUST_PROXY.split(',').filter(Boolean),
    shutdownNoticeMs: e.SHUTDOWN_NOTICE_MS,
  };
}

function rateSettings(e: z.output<typeof Environment>): RateSettings {
  const choice = (name: FeedName, url: string | undefined, key: string, account: string) => ({
    name,
    url,
    key,
    account,
  });
  return {
    feed: choice(e.RATE_FEED, e.RATE_FEED_URL, e.RATE_FEED_KEY, e.RATE_FEED_ACCOUNT),
    second:
      e.RATE_SECOND_FEED && choice(e.RATE_SECOND_FEED, e.RATE_SECOND_URL, e.RATE_SECOND_KEY, e.RATE_SECOND_ACCOUNT),
    maxDeviationBps: e.RATE_MOST_APART_BPS,
    intervalSeconds: e.RATE_EVERY_SECONDS,
    seed: e.RATE_SEED,
  };
}

export const connectOrigins = ({ rateService }: Config): string[] =>
  URL.canParse(rateService) ? [new URL(rateService).origin] : [];

/** The configured address, and never the host that a request names: for links and passkeys. */
export const siteOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;

/** As it is printed: a reader types it. */
export const verificationAddressOf = (config: Config): string =>
  new URL('/verify', siteOf(config)).href.replace(/^https?:\/\//, '');
