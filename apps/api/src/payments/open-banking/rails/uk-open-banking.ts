import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { formatAmount } from '@larkmere/money/money';
import { validate } from 'uuid';
import { z } from 'zod';
import type { Partner } from '../../../platform/http/partner-client.ts';
import type { Gate } from '../../../platform/http/service-breakers.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { type BankClient, createBankClient } from './bank-client.ts';
import { createDirectory } from './directory.ts';
import {
  BankNoResponse,
  BankNotCalled,
  BankRejection,
  type ConsentPayment,
  type Device,
  type OpenBankingClient,
  type PaymentStatusReport,
} from './open-banking-client.ts';
import { newSigningKey, readJwt, readSigningKey, type SigningKey, signJwt } from './signing.ts';

type Settings = Readonly<{
  /** PEM. Without one, a key is generated that is lost on restart. */
  openBankingKey: string | undefined;
  publicUrl: string | undefined;
  port: number;
}>;

const clientCacheMs = 5 * 60_000;
const tokenExpiryMarginMs = 30_000;
const maxAttempts = 3;

const StatusReason = z.array(z.looseObject({ StatusReasonDescription: z.string().optional() })).optional();
const Document = z.object({ Data: z.object({ Initiation: z.unknown() }), Risk: z.unknown() });
const ConsentReply = z.object({
  Data: z.object({
    ConsentId: z.string().min(1).max(128),
    Status: z.enum(['AWAU', 'AUTH', 'COND', 'RJCT']),
    StatusReason,
    Initiation: z.unknown(),
  }),
});
const PaymentReply = z.object({
  Data: z.object({
    DomesticPaymentId: z.string().min(1).max(40),
    ConsentId: z.string(),
    Status: z.string(),
    StatusReason,
    MultiAuthorisation: z.object({ Status: z.string() }).optional(),
  }),
});
const IdToken = z.looseObject({ aud: z.string(), nonce: z.string(), openbanking_intent_id: z.string() });

export async function ukOpenBanking(
  partner: Partner,
  { openBankingKey, publicUrl, port }: Settings,
  gate?: Gate,
): Promise<OpenBankingClient> {
  const pem = openBankingKey ?? newSigningKey();
  const home = publicUrl ?? `http://localhost:${port}`;
  const key = await readSigningKey(pem);
  const secret = createHash('sha256').update(`way back ${pem}`).digest();
  const returnTo: Readonly<Record<Device, string>> = {
    web: new URL('/pis-service/response', home).href,
    app: new URL('/app/pis/response', home).href,
    wallet: new URL('/wallet/payment-topup', home).href,
  };
  const directory = createDirectory(
    { ...partner, ...(gate && { gate }) },
    { jwk: key.jwk, redirectUris: Object.values(returnTo) },
    systemClock,
  );
  const lineTo = cacheClients(async (bankId) => {
    const bank = (await directory.participants()).find(({ id }) => id === bankId);
    if (!bank) throw new BankRejection(`the directory has no bank ${bankId}`);
    const clientId = await directory.register();
    return createBankClient(bank.issuer, { key, clientId, now: systemClock, timeoutMs: partner.timeoutMs, gate });
  });

  return {
    banks: () => directory.participants(),
    compose: composeDomestic,
    verifyState: (state) => paymentIdFromState(secret, state),

    ...consentCalls({ key, secret, returnTo, getClient: lineTo }),
    ...paymentCalls(lineTo),
  };
}

type ProviderContext = Readonly<{
  key: SigningKey;
  secret: Buffer;
  returnTo: Readonly<Record<Device, string>>;
  getClient: GetClient;
}>;

function consentCalls({
  key,
  secret,
  returnTo,
  getClient,
}: ProviderContext): Pick<OpenBankingClient, 'createConsent' | 'redeemCode' | 'getConsent'> {
  return {
    async createConsent({ bankId, uid, document, device, expiresAt }) {
      const { client, token } = await getClient(bankId);
      const ask = { method: 'POST', path: '/domestic-payment-consents', token, body: document, key: uid } as const;
      const { Data } = await client.request(ConsentReply, ask);
      const sent = Document.parse(JSON.parse(document));
      if (!isDeepStrictEqual(Data.Initiation, sent.Data.Initiation))
        throw new BankRejection('the bank speaks of another payment');
      const { state, nonce, challenge } = deriveRedirectSecrets(secret, uid);
      const request = await signJwt(key, {
        iss: client.clientId,
        aud: client.issuer,
        client_id: client.clientId,
        jti: uid,
        response_type: 'code',
        scope: 'openid payments',
        redirect_uri: returnTo[device],
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        exp: Math.floor(expiresAt.getTime() / 1000),
        claims: { id_token: { openbanking_intent_id: { value: Data.ConsentId, essential: true } } },
      });
      const url = new URL(client.authorisation);
      url.searchParams.set('client_id', client.clientId);
      url.searchParams.set('request_uri', await client.pushRequest(request));
      return { consentId: Data.ConsentId, redirectUrl: url.href };
    },

    async redeemCode({ bankId, uid, consentId, code, issuer, device }) {
      const { client } = await getClient(bankId);
      if (issuer !== client.issuer) throw new BankRejection(`the code came from ${issuer}`);
      const { nonce, verifier } = deriveRedirectSecrets(secret, uid);
      const grant = { grant_type: 'authorization_code', code, redirect_uri: returnTo[device], code_verifier: verifier };
      const { access_token, id_token = '' } = await client.requestToken(grant);
      const token = await readJwt(client.keys, id_token, {
        issuer: client.issuer,
        audience: client.clientId,
        requiredClaims: ['exp'],
        currentDate: systemClock(),
      });
      const claims = IdToken.safeParse(token).data;
      if (claims?.nonce !== nonce || claims.openbanking_intent_id !== consentId)
        throw new BankRejection('the token is not for this consent');
      return access_token;
    },

    async getConsent({ bankId, consentId }) {
      const { client, token } = await getClient(bankId);
      const path = `/domestic-payment-consents/${encodeURIComponent(consentId)}`;
      const { Data } = await client.request(ConsentReply, { method: 'GET', path, token });
      return { status: Data.Status, reason: toReason(Data.StatusReason) };
    },
  };
}

function paymentCalls(lineTo: GetClient): Pick<OpenBankingClient, 'createPayment' | 'getPayment'> {
  return {
    async createPayment({ bankId, uid, consentId, document, authority }) {
      const { client } = await lineTo(bankId);
      const { Data, Risk } = Document.parse(JSON.parse(document));
      const body = JSON.stringify({ Data: { ConsentId: consentId, Initiation: Data.Initiation }, Risk });
      const ask = { method: 'POST', path: '/domestic-payments', token: authority, body, key: uid } as const;
      for (let attempt = 1; ; attempt += 1)
        try {
          return toStatusReport(await client.request(PaymentReply, ask));
        } catch (error) {
          if (!(error instanceof BankNoResponse) || error instanceof BankNotCalled || attempt >= maxAttempts)
            throw error;
        }
    },

    async getPayment({ bankId, bankPaymentId }) {
      const { client, token } = await lineTo(bankId);
      const path = `/domestic-payments/${encodeURIComponent(bankPaymentId)}`;
      return toStatusReport(await client.request(PaymentReply, { method: 'GET', path, token }));
    },
  };
}

function composeDomestic({ uid, reference, amount, payee }: ConsentPayment): string {
  const Initiation = {
    InstructionIdentification: uid.replaceAll('-', ''),
    EndToEndIdentification: reference,
    LocalInstrument: 'UK.OBIE.FPS',
    InstructedAmount: { Amount: formatAmount(amount), Currency: amount.currency },
    CreditorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      Identification: payee.sortCode + payee.accountNumber,
      Name: payee.name,
    },
    RemittanceInformation: { Unstructured: [reference] },
  };
  const Risk = { PaymentContextCode: 'TransferToSelf', ContractPresentIndicator: true };
  return JSON.stringify({ Data: { Initiation }, Risk });
}

const toReason = (reasons: z.infer<typeof StatusReason>): string | null =>
  reasons?.[0]?.StatusReasonDescription?.slice(0, 300) ?? null;

const toStatusReport = ({ Data }: z.infer<typeof PaymentReply>): PaymentStatusReport => ({
  bankPaymentId: Data.DomesticPaymentId,
  status: Data.Status,
  reason: toReason(Data.StatusReason),
  requiresSecondApproval: Data.MultiAuthorisation?.Status === 'AWAF',
});

type CachedClient = Readonly<{ client: BankClient; token: string }>;
type GetClient = (bankId: string) => Promise<CachedClient>;

function cacheClients(open: (bankId: string) => Promise<BankClient>): GetClient {
  const clients = new Map<string, CachedClient & Readonly<{ until: number }>>();
  return async (bankId) => {
    const now = systemClock().getTime();
    const known = clients.get(bankId);
    if (known && known.until > now) return known;
    const line = await open(bankId);
    const { access_token, expires_in } = await line.requestToken({
      grant_type: 'client_credentials',
      scope: 'payments',
    });
    const fresh = {
      client: line,
      token: access_token,
      until: now + Math.min(clientCacheMs, expires_in * 1000 - tokenExpiryMarginMs),
    };
    clients.set(bankId, fresh);
    return fresh;
  };
}

type RedirectSecrets = Readonly<{ state: string; nonce: string; verifier: string; challenge: string }>;

/** Derived from our key and the payment id, so that any of our processes can verify it without storage. */
export function deriveRedirectSecrets(secret: Buffer, uid: string): RedirectSecrets {
  const derive = (what: string): string => createHmac('sha256', secret).update(`${what} of ${uid}`).digest('base64url');
  const verifier = derive('verifier');
  return {
    state: `${uid}.${derive('state')}`,
    nonce: derive('nonce'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
}

export function paymentIdFromState(secret: Buffer, state: string): string | undefined {
  const [uid = ''] = state.split('.');
  if (!validate(uid)) return undefined;
  const [own, given] = [Buffer.from(deriveRedirectSecrets(secret, uid).state), Buffer.from(state)];
  return own.length === given.length && timingSafeEqual(own, given) ? uid : undefined;
}
