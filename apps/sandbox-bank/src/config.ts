import { join } from 'node:path';
import { z } from 'zod';

const Environment = z.object({
  SANDBOX_BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DATA_DIR: z.string().min(1).default('.data'),
  LARKMERE_URL: z.url().default('http://127.0.0.1:8080'),
  RAIL_SECRET: z.string().min(16, 'RAIL_SECRET needs at least 16 characters'),
});

export type Config = Readonly<{
  port: number;
  smtpPort: number;
  storeFile: string;
  larkmereUrl: string;
  railSecret: string;
}>;

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = Environment.parse(environment);
  return {
    port: read.SANDBOX_BANK_PORT,
    smtpPort: read.SANDBOX_SMTP_PORT,
    storeFile: read.DATA_DIR === ':memory:' ? ':memory:' : join(read.DATA_DIR, 'sandbox-bank.sqlite'),
    larkmereUrl: read.LARKMERE_URL,
    railSecret: read.RAIL_SECRET,
  };
}
