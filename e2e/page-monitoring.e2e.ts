import { expect, test } from './fixtures/test.ts';

// Deliberate violations. If one were not detected, the page monitoring of every other test would be broken.
const violations: Record<string, [heard: RegExp, breach: string]> = {
  'an error on the console': [/^planted /, 'console.error("planted")'],
  'a warning on the console': [/^planted /, 'console.warn("planted")'],
  'an error that nobody caught': [/^Error: planted$/, 'setTimeout(() => { throw new Error("planted"); })'],
  'a promise that nobody caught': [/^Error: planted$/, 'void Promise.reject(new Error("planted"))'],
  'a call to a stranger': [
    /^policy violation: connect-src https:\/\/elsewhere/,
    'void fetch("https://elsewhere.example")',
  ],
  'a style of its own': [
    /^policy violation: style-src/,
    'document.head.append(document.createElement("style").appendChild(document.createTextNode("p{}")).parentNode)',
  ],
  'markup made of text': [
    /^policy violation: require-trusted-types-for/,
    'setTimeout(() => { document.body.innerHTML = "<b>planted</b>"; })',
  ],
  'an answer that is a no': [/^Failed to load resource: .* 401 /, 'void fetch("/api/services/v1/pin")'],
};
const expectedMessages = /planted|policy|Policy|Fetch API|Failed to fetch|TrustedHTML|status of 401/;

test('every kind of violation is detected', async ({ page, house }) => {
  house.allowConsole(expectedMessages);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(house.faults()).toEqual([]);
  for (const [name, [heard, breach]] of Object.entries(violations))
    await test.step(name, async () => {
      const before = house.faults().length;
      await page.evaluate(breach);
      await expect.poll(() => house.faults().slice(before)).toContainEqual(expect.stringMatching(heard));
    });
});
