import { createHash, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { Bank } from '../bank.ts';
import { nullableTextColumn, numberColumn, type Row, textColumn } from '../store.ts';
import { newKey } from './signing.ts';

const tables = [
  `create table if not exists ob_key (id integer primary key check (id = 1), pem text not null)`,
  `create table if not exists ob_software (client_id text primary key, jwk text not null, redirect_uris text not null)`,
  `create table if not exists ob_consent (
    id text primary key, bank_id text not null, client_id text not null, key text not null, body text not null,
    status text not null check (status in ('AWAU', 'AUTH', 'COND', 'RJCT')), reason text, account text,
    created_at integer not null, updated_at integer not null, unique (bank_id, key))`,
  `create table if not exists ob_secret (
    digest text primary key, kind text not null check (kind in ('client', 'code', 'customer')), bank_id text not null,
    client_id text not null, consent_id text, redirect_uri text, challenge text, nonce text, used integer not null default 0,
    expires_at integer not null)`,
  `create table if not exists ob_pushed (
    digest text primary key, bank_id text not null, client_id text not null, request text not null,
    expires_at integer not null)`,
  `create table if not exists ob_visit (
    id text primary key, bank_id text not null, client_id text not null, consent_id text not null,
    redirect_uri text not null, state text not null, nonce text not null, challenge text not null,
    logged_in integer not null default 0, over integer not null default 0, expires_at integer not null)`,
  `create table if not exists ob_payment (
    id text primary key, bank_id text not null, consent_id text not null unique, key text not null, body text not null,
    status text not null, reason text, waits_for_second integer not null default 0, step integer not null default 0,
    due_at integer, created_at integer not null, updated_at integer not null, unique (bank_id, key))`,
];

export type Software = Readonly<{ clientId: string; jwk: JWK; redirectUris: readonly string[] }>;
export type Consent = Readonly<{
  id: string;
  bankId: string;
  clientId: string;
  body: string;
  status: 'AWAU' | 'AUTH' | 'COND' | 'RJCT';
  reason: string | null;
  account: string | null;
  createdAt: number;
  updatedAt: number;
}>;

export const newId = (): string => randomBytes(16).toString('base64url');
export const digestSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export function createOpenBankingTables({ store }: Bank): void {
  for (const table of tables) store.run(table);
  if (!store.one('select 1 from ob_key')) store.insert('ob_key', { id: 1, pem: newKey() });
}

export const signingKey = ({ store }: Bank): string => textColumn(store.one('select pem from ob_key') as Row, 'pem');

export function saveSoftware({ store }: Bank, { clientId, jwk, redirectUris }: Software): void {
  store.run(
    `insert into ob_software values (?, ?, ?) on conflict (client_id) do update
     set jwk = excluded.jwk, redirect_uris = excluded.redirect_uris`,
    clientId,
    JSON.stringify(jwk),
    JSON.stringify(redirectUris),
  );
}

export function findSoftware({ store }: Bank, clientId: string): Software | undefined {
  const row = store.one('select * from ob_software where client_id = ?', clientId);
  if (!row) return undefined;
  return {
    clientId,
    jwk: JSON.parse(textColumn(row, 'jwk')),
    redirectUris: JSON.parse(textColumn(row, 'redirect_uris')),
  };
}

const toConsent = (row: Row): Consent => ({
  id: textColumn(row, 'id'),
  bankId: textColumn(row, 'bank_id'),
  clientId: textColumn(row, 'client_id'),
  body: textColumn(row, 'body'),
  status: textColumn(row, 'status') as Consent['status'],
  reason: nullableTextColumn(row, 'reason'),
  account: nullableTextColumn(row, 'account'),
  createdAt: numberColumn(row, 'created_at'),
  updatedAt: numberColumn(row, 'updated_at'),
});

export function findConsent({ store }: Bank, bankId: string, id: string): Consent | undefined {
  const row = store.one('select * from ob_consent where bank_id = ? and id = ?', bankId, id);
  return row && toConsent(row);
}

export function findConsentByKey({ store }: Bank, bankId: string, key: string): Consent | undefined {
  const row = store.one('select * from ob_consent where bank_id = ? and key = ?', bankId, key);
  return row && toConsent(row);
}

export function setConsent(
  bank: Bank,
  id: string,
  status: Consent['status'],
  reason: string | null,
  account: string | null,
) {
  bank.store.run(
    'update ob_consent set status = ?, reason = ?, account = coalesce(?, account), updated_at = ? where id = ?',
    status,
    reason,
    account,
    bank.now(),
    id,
  );
}

export type Grant = Readonly<{
  kind: 'client' | 'code' | 'customer';
  bankId: string;
  clientId: string;
  consentId?: string;
  redirectUri?: string;
  challenge?: string;
  nonce?: string;
}>;

/** Only the digest of the secret is stored. */
export function issueGrant(bank: Bank, granted: Grant, seconds: number): string {
  const secret = randomBytes(32).toString('base64url');
  bank.store.insert('ob_secret', {
    digest: digestSecret(secret),
    kind: granted.kind,
    bank_id: granted.bankId,
    client_id: granted.clientId,
    consent_id: granted.consentId ?? null,
    redirect_uri: granted.redirectUri ?? null,
    challenge: granted.challenge ?? null,
    nonce: granted.nonce ?? null,
    expires_at: bank.now() + seconds * 1000,
  });
  return secret;
}

export function findGrant(bank: Bank, kind: Grant['kind'], bankId: string, secret: string): Grant | undefined {
  const row = bank.store.one(
    'select * from ob_secret where digest = ? and kind = ? and bank_id = ? and used = 0 and expires_at > ?',
    digestSecret(secret),
    kind,
    bankId,
    bank.now(),
  );
  if (!row) return undefined;
  const known = (column: string): string => nullableTextColumn(row, column) ?? '';
  return {
    kind,
    bankId,
    clientId: known('client_id'),
    consentId: known('consent_id'),
    redirectUri: known('redirect_uri'),
    challenge: known('challenge'),
    nonce: known('nonce'),
  };
}

export const consumeGrant = ({ store }: Bank, secret: string): void =>
  store.run('update ob_secret set used = 1 where digest = ?', digestSecret(secret));
