import { escapeHtml, renderSandboxPage } from '../sandbox-page.ts';
import type { ConsentBody } from './order.ts';
import { type OpenBankingBank, toLogo } from './other-banks.ts';

export const credentials = { user: 'sandbox', password: 'sandbox' };

export const accounts = [
  { id: 'current', name: 'Current account', number: '•• 4471', balanceMinor: 3_000_000n },
  { id: 'savings', name: 'Savings account', number: '•• 9023', balanceMinor: 1250n },
];

const renderPage = (title: string, content: string): string =>
  renderSandboxPage({ title, banner: 'This bank does not exist, and no real money moves.', content });

const bankHeader = (at: OpenBankingBank): string =>
  `<p class="bank"><img src="${toLogo(at)}" alt="">${escapeHtml(at.name)}</p>`;

export function loginPage(at: OpenBankingBank, visit: string, wrong?: string): string {
  return renderPage(
    `Log in · ${at.name}`,
    `${bankHeader(at)}<h1>Log in to ${escapeHtml(at.name)}</h1>
<p>In this sandbox the user is <strong>${credentials.user}</strong> and so is the password.</p>
${wrong ? `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>` : ''}
<form method="post" action="/open-banking/${at.id}/visit/${visit}/login">
<label>User<input type="text" name="user" autocomplete="off" autocapitalize="none" value="${credentials.user}" required></label>
<label>Password<input type="password" name="password" autocomplete="off" required></label>
<button>Log in</button></form>`,
  );
}

const formatPounds = (minor: bigint): string =>
  `${(minor / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')}.${String(minor % 100n).padStart(2, '0')} GBP`;

type Initiation = ConsentBody['Data']['Initiation'];

export function consentPage(at: OpenBankingBank, visit: string, order: Initiation, amountMinor: bigint): string {
  const { CreditorAccount: payee, RemittanceInformation } = order;
  const [first] = accounts.filter(({ balanceMinor }) => balanceMinor >= amountMinor);
  const choices = accounts.map(({ id, name, number, balanceMinor }) => {
    const isShort = balanceMinor < amountMinor;
    return `<label class="choice"><input type="radio" name="account" value="${id}" ${isShort ? 'disabled' : ''} ${first?.id === id ? 'checked' : ''}>
<span>${name} ${number}<br>${formatPounds(balanceMinor)}${isShort ? ', not enough' : ''}</span></label>`;
  });
  const [sortCode, number] = [payee.Identification.slice(0, 6), payee.Identification.slice(6)];
  return renderPage(
    `Approve a payment · ${at.name}`,
    `${bankHeader(at)}<h1>Approve this payment?</h1><p>Larkmere asks for it in your name.</p>
<p class="big">${formatPounds(amountMinor)}</p>
<dl><dt>To</dt><dd>${escapeHtml(payee.Name)}</dd><dt>Account</dt><dd>${sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} ${number}</dd>
<dt>Reference</dt><dd>${escapeHtml(RemittanceInformation.Unstructured[0] ?? '')}</dd></dl>
<form method="post" action="/open-banking/${at.id}/visit/${visit}/decide">
<fieldset><legend>Pay from</legend>${choices.join('')}</fieldset>
<button name="decision" value="approve">Approve payment</button>
<button class="no" name="decision" value="refuse">Refuse</button></form>`,
  );
}

export const errorPage = (name: string, message: string): string =>
  renderPage(
    name,
    `<h1>${escapeHtml(name)}</h1><p role="alert">${escapeHtml(message)}</p><p>Go back to where you came from.</p>`,
  );
