import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const SECRETS = ['RAIL_SECRET', 'PIN_PEPPER', 'CAPTCHA_SECRET', 'SEAL_KEY', 'RATE_SECRET', 'OPEN_BANKING_KEY'] as const;

const SUPPORT = ['SUPPORT_PHONE', 'SUPPORT_EMERGENCY_PHONE', 'SUPPORT_EMAIL'] as const;

/** Production requires these from its environment; none has a default. */
const REQUIRED = ['DATABASE_URL', 'SANDBOX_BANK_URL', 'SMTP_URL', 'MAIL_FROM', ...SUPPORT, ...SECRETS];

export type Mode = 'demo' | 'production';

export function readMode(environment: NodeJS.ProcessEnv): Mode {
  const mode = environment.LARKMERE_MODE ?? 'demo';
  if (mode === 'demo') return mode;
  if (mode !== 'production') throw new Error(`LARKMERE_MODE is ${mode}: it can be demo or production.`);
  const missing = REQUIRED.filter((name) => !environment[name]);
  if (missing.length > 0)
    throw new Error(
      `Production needs ${missing.join(', ')} from the environment. The bundled database is for demonstrations only.`,
    );
  return mode;
}

export async function refuseBundledServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ bundled: string | null }>(
      "select current_setting('larkmere.bundled', true) as bundled",
    );
    if (rows[0]?.bundled === 'on') throw new Error('Production does not run on the bundled database.');
  } finally {
    await client.end();
  }
}

export function demoSecrets(dataDirectory: string): Record<string, string> {
  const file = join(dataDirectory, 'secrets.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const secrets = Object.fromEntries(
    SECRETS.map((name) => [name, stored[name] ?? (name === 'OPEN_BANKING_KEY' ? newPrivateKey() : newSecret())]),
  );
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return Object.fromEntries(SECRETS.map((name) => [name, process.env[name] ?? secrets[name] ?? '']));
}

const newSecret = (): string => randomBytes(32).toString('base64url');

const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
