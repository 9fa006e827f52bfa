import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml, renderSandboxPage } from '../sandbox-page.ts';
import type { CardPayment } from './card-payment.ts';
import { fieldsScript } from './fields-script.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const fieldsStyle = `
:root{--text:#15181c;--muted:#545b64;--line:#8a929c;--focus:#174f73;--danger:#a8231c}
*{box-sizing:border-box}html{background:transparent}body{margin:0;padding:4px;background:transparent;color:var(--text);font:16px/1.5 Figtree,system-ui,sans-serif}
form{display:grid;grid-template-columns:1fr 1fr 1fr;gap:14px 12px;margin:0}
label{display:block;font-weight:600}.number,#fault{grid-column:1/-1}.field{position:relative;margin-top:6px}
input,select{display:block;width:100%;min-height:48px;padding:0 12px;border:1px solid var(--line);border-radius:10px;background:transparent;color:var(--text);font:inherit;font-variant-numeric:tabular-nums;appearance:none}
select option{color:#15181c;background:#fff}
select{background-image:linear-gradient(45deg,transparent 50%,var(--muted) 50%),linear-gradient(-45deg,transparent 50%,var(--muted) 50%);background-position:right 18px center,right 12px center;background-size:6px 6px;background-repeat:no-repeat}
input::placeholder{color:var(--muted);opacity:1}:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
[aria-invalid]{border-color:var(--danger)}#number{padding-right:68px}
p{margin:6px 0 0;color:var(--muted);font-size:14px;font-weight:400;min-height:21px}#fault{margin:0;min-height:0}#fault:empty{display:none}.danger,#fault{color:var(--danger);font-weight:600}
.brand{position:absolute;right:10px;top:9px;width:46px;height:30px;border-radius:5px;background:#fff;border:1px solid #d7dce1}
.brand::before{position:absolute;inset:0;display:grid;place-items:center;font:italic 800 13px/1 Arial,sans-serif;color:#1a1f71}
.visa::before{content:"VISA"}.mastercard{background:#fff radial-gradient(circle at 17px 14px,#eb001b 8px,transparent 8.5px),#fff;background:radial-gradient(circle at 17px 14px,#eb001b 8px,transparent 8.5px),radial-gradient(circle at 28px 14px,#f79e1b 8px,transparent 8.5px),#fff}
.other{background:linear-gradient(#8a929c,#8a929c) 0 7px/100% 5px no-repeat,#fff}`;

const monthOptions = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))
  .map((month) => `<option>${month}</option>`)
  .join('');

/** Expiry looks forward: this year and fifteen more. */
const yearOptions = (thisYear: number): string =>
  Array.from({ length: 16 }, (_, i) => `<option>${thisYear + i}</option>`).join('');

export const fieldsPage = (origin: string, thisYear: number): string => `<!doctype html>
<html lang="en" data-origin="${escapeHtml(origin)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Card details</title><style>${fieldsStyle}</style></head><body>
<form novalidate autocomplete="on">
<div class="number"><label for="number">Card number</label><div class="field">
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" aria-describedby="number-hint fault">
<span id="brand" class="brand other" aria-hidden="true"></span></div><p id="number-hint" role="status"></p></div>
<div><label for="month">Month</label><div class="field"><select id="month" name="month" autocomplete="cc-exp-month"><option value="">MM</option>${monthOptions}</select></div></div>
<div><label for="year">Year</label><div class="field"><select id="year" name="year" autocomplete="cc-exp-year"><option value="">YYYY</option>${yearOptions(thisYear)}</select></div></div>
<div><label for="cvc">CVC</label><div class="field"><input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="3 digits"></div></div>
<p id="fault" role="alert"></p>
</form><script>${fieldsScript}</script></body></html>`;

const completeScript = `
const { origin, back } = document.documentElement.dataset;
if (parent !== window) parent.postMessage({ source: 'card-challenge', type: 'complete' }, origin);
else location.replace(back);
`;

export function challengePage(payment: CardPayment, challengeId: string, amount: string): string {
  const { card } = payment;
  return renderSandboxPage({
    title: 'Confirm a card payment',
    banner: 'This card issuer does not exist, and no real money moves.',
    content: `<h1>Confirm this payment</h1>
<p>${escapeHtml(card?.facts.issuer ?? '')} asks whether this is you.</p>
<p class="big">${escapeHtml(amount)} ${escapeHtml(payment.currency)}</p>
<dl><dt>To</dt><dd>Larkmere</dd><dt>Card</dt><dd>•••• ${escapeHtml(card?.last4 ?? '')}</dd></dl>
<form method="post" action="/card-processor/challenge/${escapeHtml(challengeId)}">
<button name="decision" value="approve">Confirm payment</button>
<button class="no" name="decision" value="refuse">This is not me</button></form>`,
  });
}

export const challengeOverPage = (origin: string, back: string): string =>
  renderSandboxPage({
    title: 'Card payment',
    banner: 'This card issuer does not exist, and no real money moves.',
    content: `<h1>Thank you</h1><p>You can return to Larkmere.</p>${back ? `<p><a href="${escapeHtml(back)}" target="_top">Return to Larkmere</a></p><script>${completeScript}</script>` : ''}`,
  }).replace(
    '<html lang="en">',
    `<html lang="en" data-origin="${escapeHtml(origin)}" data-back="${escapeHtml(back)}">`,
  );

/** Only the merchant may show these pages in a frame. */
export function sendFramedPage(reply: FastifyReply, status: number, page: string, ancestor: string): FastifyReply {
  const inline = (tag: 'style' | 'script'): string =>
    [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => hashOf(text)).join(' ');
  const scripts = inline('script');
  return reply
    .code(status)
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${inline('style')}`,
        ...(scripts ? [`script-src ${scripts}`] : []),
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        `frame-ancestors ${ancestor || "'none'"}`,
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
