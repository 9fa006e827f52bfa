/** Runs in the frame. It speaks only with the window of the merchant whose origin the server verified. */
export const fieldsScript = `
const root = document.documentElement;
const origin = root.dataset.origin;
const form = document.querySelector('form');
const { number, month, year, cvc } = form.elements;
const hint = document.getElementById('number-hint');
const fault = document.getElementById('fault');
const mark = document.getElementById('brand');
const theme = new URLSearchParams(location.hash.slice(1));
const colour = /^(#[0-9a-f]{3,8}|(rgb|oklch)\\([0-9a-z.,% /]+\\))$/i;
for (const name of ['text', 'muted', 'line', 'focus', 'danger'])
  if (colour.test(theme.get(name) ?? '')) root.style.setProperty('--' + name, theme.get(name));
if (['light', 'dark'].includes(theme.get('scheme'))) root.style.colorScheme = theme.get('scheme');
const post = (message) => parent.postMessage({ source: 'card-fields', ...message }, origin);
// Only blanks and hyphens group digits. Another sign between them would join two numbers into another one.
const isReadable = () => !/[^\\d\\s\\u2010-\\u2015\\u2212-]/.test(number.value);
const digits = () => isReadable() ? number.value.replace(/\\D/g, '') : '';
const brandOf = (text) =>
  /^4/.test(text) ? 'visa' : /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(text) ? 'mastercard' : 'other';
let reportedBin = '';
let wasComplete;
function isComplete() {
  return digits().length >= 13 && month.value !== '' && year.value !== '' && /^\\d{3,4}$/.test(cvc.value);
}
function changed() {
  const bin = digits().slice(0, 8);
  const known = bin.length >= 6 ? bin : '';
  const brand = digits() === '' ? 'other' : brandOf(digits());
  mark.className = 'brand ' + brand;
  if (known.slice(0, 6) !== reportedBin) {
    reportedBin = known.slice(0, 6);
    hint.textContent = '';
    post({ type: 'bin', bin: reportedBin, brand });
  }
  if (isComplete() !== wasComplete) {
    wasComplete = isComplete();
    post({ type: 'complete', isComplete: wasComplete });
  }
}
number.addEventListener('input', () => {
  if (!isReadable()) return;
  const before = number.value.slice(0, number.selectionStart).replace(/\\D/g, '').length;
  number.value = digits().slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ');
  let at = 0;
  for (let seen = 0; seen < before && at < number.value.length; at += 1) if (/\\d/.test(number.value[at])) seen += 1;
  number.setSelectionRange(at, at);
});
cvc.addEventListener('input', () => { cvc.value = cvc.value.replace(/\\D/g, '').slice(0, 4); });
form.addEventListener('input', () => { post({ type: 'edit' }); isReadable() ? setFault('', '') : setFault(...faults.number_signs); changed(); });
form.addEventListener('submit', (event) => { event.preventDefault(); if (isComplete()) post({ type: 'enter' }); });
function setFault(text, field) {
  fault.textContent = text;
  for (const each of [number, month, year, cvc]) {
    if (each.name === field) each.setAttribute('aria-invalid', 'true');
    else each.removeAttribute('aria-invalid');
  }
  sized();
}
const faults = {
  number_signs: ['Write the digits of the card number only.', 'number'],
  number_invalid: ['Check the card number. A digit is wrong or missing.', 'number'],
  not_a_test_card: ['This sandbox only takes test cards, such as 4242 4242 4242 4242.', 'number'],
  expired: ['This card has expired. Check the month and year.', 'month'],
};
async function submit() {
  try {
    const reply = await fetch('tokens' + location.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: digits(), month: Number(month.value), year: Number(year.value), cvc: cvc.value }),
    });
    const answer = await reply.json();
    if (reply.ok) return post({ type: 'token', token: answer.token });
    const [text, field] = faults[answer.fault] ?? ['The card was not accepted. Check the details.', 'number'];
    setFault(text, field);
    form.elements[field].focus();
    post({ type: 'fault', text });
  } catch {
    setFault('The card processor cannot be reached. Nothing was taken. Try again.', '');
    post({ type: 'fault', text: fault.textContent });
  }
}
addEventListener('message', (event) => {
  if (event.origin !== origin || event.source !== parent) return;
  const { type, text, isRefused } = event.data ?? {};
  if (type === 'submit') void submit();
  if (type === 'hint') {
    hint.textContent = String(text);
    hint.className = isRefused ? 'danger' : '';
    if (isRefused) number.setAttribute('aria-invalid', 'true');
    sized();
  }
});
const sized = () => post({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
new ResizeObserver(sized).observe(document.body);
post({ type: 'ready' });
changed();
sized();
`;
