import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

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
button.no{background:transparent;color:var(--go)}:focus-visible{outline:3px solid var(--go);outline-offset:2px}.wrong{color:var(--bad);font-weight:600}
main.wide{max-width:860px}nav{display:flex;gap:20px;margin:0 0 16px}a{color:var(--go);overflow-wrap:anywhere}nav [aria-current]{color:var(--text);font-weight:700;text-decoration:none}
table{width:100%;border-collapse:collapse}th,td{padding:10px 8px;border-top:1px solid var(--line);text-align:left;vertical-align:top}th{border:0;color:var(--soft);font-weight:600}td{overflow-wrap:anywhere}time{white-space:nowrap;color:var(--soft)}
h2{margin:24px 0 8px;font-size:17px}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:15px/1.5 ui-monospace,monospace}iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:8px;background:#fff}
select{display:block;width:100%;min-height:46px;margin-top:5px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--box);color:var(--text);font:inherit}
.note{padding:10px 14px;border:1px solid var(--line);border-radius:8px;color:var(--text);font-weight:600}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:10px}.tiles button{margin:0;padding:8px 10px;line-height:1.3}.tiles span{display:block;color:var(--soft);font-size:14px;font-weight:400}
.small{display:flex;flex-wrap:wrap;gap:6px;margin:0 0 10px}.small button{width:auto;min-height:40px;margin:0;padding:0 12px;font-size:14px}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:0 14px;align-items:end}.fields input,.fields select{font-weight:400}.fields button{margin:0 0 14px}
@media (max-width:600px){thead{display:none}tr{display:block;padding:8px 0;border-top:1px solid var(--line)}td{display:block;padding:2px 0;border:0}}`;

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type SandboxPage = Readonly<{ title: string; banner: string; content: string; isWide?: boolean; head?: string }>;

export const renderSandboxPage = ({ title, banner, content, isWide = false, head = '' }: SandboxPage): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${style}</style></head><body>
<header class="flag"><strong>Sandbox.</strong> ${escapeHtml(banner)}</header>
<main${isWide ? ' class="wide"' : ''}>${content}</main></body></html>`;

/** `formTarget` is an origin besides our own that a form may lead to. */
export const sendSandboxPage = (reply: FastifyReply, status: number, page: string, formTarget = '') =>
  reply
    .code(status)
    .headers({
      'content-security-policy': `default-src 'none'; style-src '${styleHash}'; img-src data:; frame-src 'self'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page);
