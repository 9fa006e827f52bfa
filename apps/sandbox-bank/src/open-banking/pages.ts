import { createHash } from 'node:crypto';
import type { ConsentBody } from './order.ts';
import { type OpenBankingBank, toLogo } from './other-banks.ts';

export const credentials = { user: 'sandbox', password: 'sandbox' };

export const accounts = [
  { id: 'current', name: 'Current account', number: '•• 4471', balanceMinor: 3_000_000n },
  { id: 'savings', name: 'Savings account', number: '•• 9023', balanceMinor: 1250n },
];

const style = `
:root{color-scheme:light dark;--page:#f3f4f6;--box:#fff;--text:#15181c;--soft:#545b64;--line:#8a929c;--go:#174f73;--on:#fff;--flag:#fff3cd;--flagtext:#5b4300;--bad:#a8231c}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--box:#1d2125;--text:#eef1f4;--soft:#aab2bb;--line:#6f7882;--go:#8cc7ee;--on:#0c1a24;--flag:#3b3208;--flagtext:#ffe9a6;--bad:#ff9d94}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
.flag{margin:0;padding:10px 16px;background:var(--flag);color:var(--flagtext);text-align:center;font-size:14px}
main{max-width:460px;margin:24px auto;padding:24px;background:var(--box);border-radius:14px}
.bank{display:flex;align-items:center;gap:12px;margin:0 0 20px;font:600 20px Georgia,serif}.bank img{width:40px;height:40px}
h1{margin:0 0 6px;font-size:22px;line-height:1.3}p{margin:0 0 14px;color:var(--soft)}.big{color:var(--text);font-size:30px;font-weight:700;margin:0 0 4px}
label{display:block;margin:0 0 14px;font-weight:600}input[type=text],input[type=password]{display:block;width:100%;min-height:46px;margin-top:5px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--box);color:var(--text);font:inherit}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:0 0 20px}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
fieldset{border:0;margin:0 0 20px;padding:0}legend{padding:0;margin:0 0 8px;font-weight:600}
.choice{display:flex;align-items:center;gap:10px;min-height:48px;margin:0 0 8px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;font-weight:400}.choice input{width:20px;height:20px;flex:none}.choice span{flex:1}
button{display:block;width:100%;min-height:48px;margin:0 0 10px;border:1px solid var(--go);border-radius:8px;background:var(--go);color:var(--on);font:600 16px system-ui,sans-serif;cursor:pointer}
button.no{background:transparent;color:var(--go)}:focus-visible{outline:3px solid var(--go);outline-offset:2px}.wrong{color:var(--bad);font-weight:600}`;

export const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<header class="flag"><strong>Sandbox.</strong> This bank does not exist, and no real money moves.</header>
<main>${content}</main></body></html>`;

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
