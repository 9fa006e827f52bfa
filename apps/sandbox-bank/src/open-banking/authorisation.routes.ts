import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bank } from '../bank.ts';
import { sendSandboxPage } from '../sandbox-page.ts';
import { numberColumn, type Row, textColumn } from '../store.ts';
import { findConsent, issueGrant, newId, setConsent } from './open-banking-store.ts';
import { ConsentBody, readBody, toPence } from './order.ts';
import { findBank, type OpenBankingBank } from './other-banks.ts';
import { accounts, consentPage, credentials, errorPage, loginPage } from './pages.ts';
import { findPushedRequest } from './push-request.ts';
import { issuerUrl, textBody } from './request.ts';

const sessionMinutes = 15;
const codeSeconds = 60;

type Params = { Params: { bank: string; visit: string } };
type AuthorisationSession = Readonly<{
  id: string;
  at: OpenBankingBank;
  clientId: string;
  consentId: string;
  redirectUri: string;
  state: string;
  nonce: string;
  challenge: string;
  isLoggedIn: boolean;
}>;

export function authorisationRoutes(app: FastifyInstance, bank: Bank): void {
  app.get<Params & { Querystring: Record<string, string> }>('/open-banking/:bank/authorize', async (request, reply) => {
    const at = findBank(request.params.bank);
    const id = at && startAuthorisation(bank, at, request.query);
    if (!at || !id)
      return sendSandboxPage(reply, 400, errorPage(at?.name ?? 'Sandbox', 'This request cannot be read.'));
    return reply.redirect(`/open-banking/${at.id}/visit/${id}`, 303);
  });

  app.get<Params>('/open-banking/:bank/visit/:visit', async (request, reply) => {
    const visit = findAuthorisation(bank, request);
    if (!visit) return sendSandboxPage(reply, 410, errorPage('Sandbox', 'This visit is over. Nothing was paid.'));
    return showAuthorisation(bank, reply, visit);
  });

  app.post<Params>('/open-banking/:bank/visit/:visit/login', async (request, reply) => {
    const visit = findAuthorisation(bank, request);
    if (!visit) return sendSandboxPage(reply, 410, errorPage('Sandbox', 'This visit is over. Nothing was paid.'));
    const form = new URLSearchParams(textBody(request));
    const isRight = form.get('user') === credentials.user && form.get('password') === credentials.password;
    if (!isRight) return sendSandboxPage(reply, 400, loginPage(visit.at, visit.id, 'These details are not right.'));
    bank.store.run('update ob_visit set logged_in = 1 where id = ?', visit.id);
    return reply.redirect(`/open-banking/${visit.at.id}/visit/${visit.id}`, 303);
  });

  app.post<Params>('/open-banking/:bank/visit/:visit/decide', async (request, reply) => {
    const visit = findAuthorisation(bank, request);
    if (!visit?.isLoggedIn)
      return sendSandboxPage(reply, 410, errorPage('Sandbox', 'This visit is over. Nothing was paid.'));
    const form = new URLSearchParams(textBody(request));
    const account = accounts.find(({ id }) => id === form.get('account'));
    if (form.get('decision') === 'approve' && !account) return showAuthorisation(bank, reply, visit);
    const back = new URL(visit.redirectUri);
    back.searchParams.set('state', visit.state);
    back.searchParams.set('iss', issuerUrl(request, visit.at));
    if (form.get('decision') === 'approve') back.searchParams.set('code', approve(bank, visit, account?.id ?? ''));
    else {
      setConsent(bank, visit.consentId, 'RJCT', 'You refused the payment at your bank.', null);
      back.searchParams.set('error', 'access_denied');
    }
    bank.store.run('update ob_visit set over = 1 where id = ?', visit.id);
    return reply.redirect(back.href, 303);
  });
}

function approve(bank: Bank, visit: AuthorisationSession, account: string): string {
  setConsent(bank, visit.consentId, 'AUTH', null, account);
  const { clientId, consentId, redirectUri, challenge, nonce } = visit;
  return issueGrant(
    bank,
    { kind: 'code', bankId: visit.at.id, clientId, consentId, redirectUri, challenge, nonce },
    codeSeconds,
  );
}

/** Only pushed parameters count, for an unused consent of the same client. */
function startAuthorisation(bank: Bank, at: OpenBankingBank, query: Record<string, string>): string | undefined {
  const { client_id: clientId = '', request_uri: requestUri = '' } = query;
  const pushed = findPushedRequest(bank, at, clientId, requestUri);
  const consent = pushed && findConsent(bank, at.id, pushed.claims.id_token.openbanking_intent_id.value);
  const isOpen = consent?.clientId === clientId && ['AWAU', 'AUTH'].includes(consent.status);
  if (!pushed || !consent || !isOpen) return undefined;
  const id = newId();
  bank.store.insert('ob_visit', {
    id,
    bank_id: at.id,
    client_id: clientId,
    consent_id: consent.id,
    redirect_uri: pushed.redirect_uri,
    state: pushed.state,
    nonce: pushed.nonce,
    challenge: pushed.code_challenge,
    expires_at: bank.now() + sessionMinutes * 60_000,
  });
  return id;
}

function findAuthorisation(bank: Bank, request: FastifyRequest<Params>): AuthorisationSession | undefined {
  const { bank: bankId, visit: id } = request.params;
  const at = findBank(bankId);
  const row: Row | undefined = bank.store.one(
    'select * from ob_visit where id = ? and bank_id = ? and over = 0 and expires_at > ?',
    id,
    bankId,
    bank.now(),
  );
  if (!at || !row) return undefined;
  return {
    id,
    at,
    clientId: textColumn(row, 'client_id'),
    consentId: textColumn(row, 'consent_id'),
    redirectUri: textColumn(row, 'redirect_uri'),
    state: textColumn(row, 'state'),
    nonce: textColumn(row, 'nonce'),
    challenge: textColumn(row, 'challenge'),
    isLoggedIn: numberColumn(row, 'logged_in') === 1,
  };
}

function showAuthorisation(bank: Bank, reply: FastifyReply, visit: AuthorisationSession) {
  if (!visit.isLoggedIn) return sendSandboxPage(reply, 200, loginPage(visit.at, visit.id));
  const order = readBody(ConsentBody, findConsent(bank, visit.at.id, visit.consentId)?.body ?? '');
  if (!order) return sendSandboxPage(reply, 410, errorPage(visit.at.name, 'This request is gone. Nothing was paid.'));
  const page = consentPage(visit.at, visit.id, order.Data.Initiation, toPence(order));
  // form-action allows only this page and the redirect URI's origin.
  return sendSandboxPage(reply, 200, page, new URL(visit.redirectUri).origin);
}
