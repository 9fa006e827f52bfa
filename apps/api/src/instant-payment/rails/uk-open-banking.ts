import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { formatAmount } from '@larkmere/money/money';
import { z } from 'zod';
import { wallClock } from '../../kernel/clock.ts';
import type { Partner } from '../../kernel/partner.ts';
import { type BankLine, openLine } from './bank-line.ts';
import { directoryAt } from './directory.ts';
import {
  BankRefusal,
  BankSilence,
  type Device,
  type OpenBanking,
  type Order,
  type PaymentAnswer,
} from './open-banking.ts';
import { newSigningKey, readJwt, readSigningKey, type SigningKey, signJwt } from './signing.ts';
import { uidOfState, wayBackOf } from './way-back.ts';

type Settings = Readonly<{
  /** PEM. Without one, a key is generated that is lost on restart. */
  openBankingKey: string | undefined;
  publicUrl: string | undefined;
  port: number;
}>;

const lineLifeMs = 5 * 60_000;
const earlyMs = 30_000;
const tries = 3;

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
const IdToken = z.looseObject({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  nonce: z.string(),
  openbanking_intent_id: z.string(),
});

export function ukOpenBanking(partner: Partner, { openBankingKey, publicUrl, port }: Settings): OpenBanking {
  const pem = openBankingKey ?? newSigningKey();
  const home = publicUrl ?? `http://localhost:${port}`;
  const key = readSigningKey(pem);
  const secret = createHash('sha256').update(`way back ${pem}`).digest();
  const returnTo: Readonly<Record<Device, string>> = {
    web: new URL('/pis-service/response', home).href,
    app: new URL('/app/pis/response', home).href,
  };
  const directory = directoryAt(partner, { jwk: key.jwk, redirectUris: Object.values(returnTo) }, wallClock);
  const lineTo = keepLines(async (bankId) => {
    const bank = (await directory.participants()).find(({ id }) => id === bankId);
    if (!bank) throw new BankRefusal(`the directory has no bank ${bankId}`);
    const clientId = await directory.enrol();
    return openLine(bank.issuer, { key, clientId, now: wallClock, timeoutMs: partner.timeoutMs });
  });

  return {
    banks: () => directory.participants(),
    compose: composeDomestic,
    uidOf: (state) => uidOfState(secret, state),

    ...consentCalls({ key, secret, returnTo, lineTo }),
    ...paymentCalls(lineTo),
  };
}

type Ours = Readonly<{ key: SigningKey; secret: Buffer; returnTo: Readonly<Record<Device, string>>; lineTo: LineTo }>;

function consentCalls({ key, secret, returnTo, lineTo }: Ours): Pick<OpenBanking, 'askConsent' | 'redeem' | 'consent'> {
  return {
    async askConsent({ bankId, uid, document, device, expiresAt }) {
      const { line, token } = await lineTo(bankId);
      const ask = { method: 'POST', path: '/domestic-payment-consents', token, body: document, key: uid } as const;
      const { Data } = await line.ask(ConsentReply, ask);
      const sent = Document.parse(JSON.parse(document));
      if (!isDeepStrictEqual(Data.Initiation, sent.Data.Initiation))
        throw new BankRefusal('the bank speaks of another payment');
      const { state, nonce, challenge } = wayBackOf(secret, uid);
      const request = signJwt(key, {
        iss: line.clientId,
        aud: line.issuer,
        client_id: line.clientId,
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
      const url = new URL(line.authorisation);
      url.searchParams.set('client_id', line.clientId);
      url.searchParams.set('request_uri', await line.push(request));
      return { consentId: Data.ConsentId, redirectUrl: url.href };
    },

    async redeem({ bankId, uid, consentId, code, issuer, device }) {
      const { line } = await lineTo(bankId);
      if (issuer !== line.issuer) throw new BankRefusal(`the code came from ${issuer}`);
      const { nonce, verifier } = wayBackOf(secret, uid);
      const grant = { grant_type: 'authorization_code', code, redirect_uri: returnTo[device], code_verifier: verifier };
      const { access_token, id_token = '' } = await line.token(grant);
      const claims = IdToken.safeParse(readJwt(line.keys, id_token)).data;
      const isOurs =
        claims?.iss === line.issuer &&
        claims.aud === line.clientId &&
        claims.nonce === nonce &&
        claims.openbanking_intent_id === consentId &&
        claims.exp * 1000 > wallClock().getTime();
      if (!isOurs) throw new BankRefusal('the token is not for this consent');
      return access_token;
    },

    async consent({ bankId, consentId }) {
      const { line, token } = await lineTo(bankId);
      const path = `/domestic-payment-consents/${encodeURIComponent(consentId)}`;
      const { Data } = await line.ask(ConsentReply, { method: 'GET', path, token });
      return { status: Data.Status, reason: reasonOf(Data.StatusReason) };
    },
  };
}

function paymentCalls(lineTo: LineTo): Pick<OpenBanking, 'pay' | 'payment'> {
  return {
    async pay({ bankId, uid, consentId, document, authority }) {
      const { line } = await lineTo(bankId);
      const { Data, Risk } = Document.parse(JSON.parse(document));
      const body = JSON.stringify({ Data: { ConsentId: consentId, Initiation: Data.Initiation }, Risk });
      const ask = { method: 'POST', path: '/domestic-payments', token: authority, body, key: uid } as const;
      for (let attempt = 1; ; attempt += 1)
        try {
          return answerOf(await line.ask(PaymentReply, ask));
        } catch (error) {
          if (!(error instanceof BankSilence) || attempt >= tries) throw error;
        }
    },

    async payment({ bankId, bankPaymentId }) {
      const { line, token } = await lineTo(bankId);
      const path = `/domestic-payments/${encodeURIComponent(bankPaymentId)}`;
      return answerOf(await line.ask(PaymentReply, { method: 'GET', path, token }));
    },
  };
}

function composeDomestic({ uid, reference, amount, payee }: Order): string {
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

const reasonOf = (reasons: z.infer<typeof StatusReason>): string | null =>
  reasons?.[0]?.StatusReasonDescription?.slice(0, 300) ?? null;

const answerOf = ({ Data }: z.infer<typeof PaymentReply>): PaymentAnswer => ({
  bankPaymentId: Data.DomesticPaymentId,
  status: Data.Status,
  reason: reasonOf(Data.StatusReason),
  waitsForSecond: Data.MultiAuthorisation?.Status === 'AWAF',
});

type Line = Readonly<{ line: BankLine; token: string }>;
type LineTo = (bankId: string) => Promise<Line>;

function keepLines(open: (bankId: string) => Promise<BankLine>): LineTo {
  const kept = new Map<string, Line & Readonly<{ until: number }>>();
  return async (bankId) => {
    const now = wallClock().getTime();
    const known = kept.get(bankId);
    if (known && known.until > now) return known;
    const line = await open(bankId);
    const { access_token, expires_in } = await line.token({ grant_type: 'client_credentials', scope: 'payments' });
    const fresh = { line, token: access_token, until: now + Math.min(lineLifeMs, expires_in * 1000 - earlyMs) };
    kept.set(bankId, fresh);
    return fresh;
  };
}
