import { join } from 'node:path';
import { z } from 'zod';

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATABASE_URL: z.url(),
  LARKMERE_MODE: z.enum(['demo', 'production']).default('demo'),
  LARKMERE_URL: z.url().optional(),
  SANDBOX_BANK_URL: z.url().default('http://127.0.0.1:8081'),
  RAIL_SECRET: z.string().min(16),
  PIN_PEPPER: z.string().min(16),
  CAPTCHA_SECRET: z.string().min(16),
  SEAL_KEY: z.string().min(32),
  SEAL_FILE: z.string().min(1).optional(),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(64),
  TRUST_PROXY: z.string().default(''),
});

/** Everything the process is told from outside, read and checked once. */
export type Config = Readonly<{
  port: number;
  host: string;
  databaseUrl: string;
  mode: 'demo' | 'production';
  publicUrl: string | undefined;
  bankUrl: string;
  railSecret: string;
  pinPepper: string;
  captchaSecret: string;
  /** Signs the heads of the seal. */
  sealKey: string;
  /** The second place: where the signed heads go. */
  sealFile: string;
  logLevel: string;
  poolSize: number;
  maxInFlight: number;
  trustedProxies: readonly string[];
}>;

/** Reads the environment; names every wrong variable in one message. */
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
    railSecret: e.RAIL_SECRET,
    pinPepper: e.PIN_PEPPER,
    captchaSecret: e.CAPTCHA_SECRET,
    sealKey: e.SEAL_KEY,
    sealFile: e.SEAL_FILE ?? join(e.DATA_DIR, 'seal', 'heads.jsonl'),
    logLevel: e.LOG_LEVEL,
    poolSize: e.DATABASE_POOL,
    maxInFlight: e.MAX_IN_FLIGHT,
    trustedProxies: e.TRUST_PROXY.split(',').filter(Boolean),
  };
}
