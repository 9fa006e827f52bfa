import { randomUUID } from 'node:crypto';
import { errorStatus, expect, expectAccessible, expectAccessibleOnPhone, readMail, test } from './fixtures/test.ts';

const linkIn = (text: string): string => /https?:\/\/\S+(\/register-confirm#\S+)/.exec(text)?.[1] ?? 'no link';
const password = 'the otter swims upstream';

test('a newcomer signs up by invitation, confirms the address and logs in', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 401));
  const email = `nok.${randomUUID()}@larkmere.example`;

  await test.step('sign-up starts on the log in page, and carries on without an unknown invitation', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Open a wallet' }).click();
    await expect(page).toHaveURL('/register');
    await expect(page.getByRole('heading', { name: 'Open your wallet' })).toBeVisible();
    // A browser keeps the first link that it opened.
    const stranger = await house.openBrowserPage();
    await stranger.goto('/ref/LM-NOBODY');
    await expect(stranger.getByLabel('Full name')).toBeVisible();
    await expect(stranger.getByText('invited you')).toHaveCount(0);
  });

  await page.goto('/ref/LM-48213');
  await expect(page.getByText('Anong invited you.')).toBeVisible();
  await expect(page.getByText(/You get 3 free transfers\. Anong gets 50\.00/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to contact details' }).click();
  await expect(page.getByText('Enter your full name')).toBeVisible();
  await page.getByLabel('Full name').fill('บุญ ไชโย');
  await page.getByLabel('Name in Latin letters').fill('Boon Chaiyo');
  await page.getByLabel('Day of birth').fill('14');
  await page.getByLabel('Month of birth').fill('8');
  await page.getByLabel('Year of birth').fill('2015');
  await expect(page.getByText('You need to be 18 to open a wallet.')).toBeVisible();
  await page.getByLabel('Year of birth').fill('1994');
  await page.getByLabel('You live in').selectOption({ label: 'Thailand' });
  await page.getByRole('button', { name: 'Continue to contact details' }).click();

  await expect(page.getByRole('heading', { name: 'How can we reach you?' })).toBeFocused();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile number').fill('7400 123');
  await page.getByRole('button', { name: 'Continue to password' }).click();
  await expect(page.getByText('Enter a whole phone number')).toBeVisible();
  await page.getByLabel('Mobile number').fill('7400 123456');
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);
  await page.getByRole('button', { name: 'Continue to password' }).click();

  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByRole('list', { name: 'Your password has' }).getByText('done')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d+:\d\d$/ })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);

  const link = linkIn(await readMail(email, 'Confirm your email address'));
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByRole('heading', { name: 'Your wallet is open' })).toBeFocused();
  await expectAccessible(page);

  await test.step('the link opens nothing again, and a guessed one neither', async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByRole('heading', { name: 'Already confirmed' })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(link.replace(/code=./, (start) => (start === 'code=A' ? 'code=B' : 'code=A')));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });

  await page.goto('/login');
  await page.getByLabel('Member code or email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/know-your-customer');
  expect(await readMail(email, 'Welcome to Larkmere')).toContain('Until then you can look around');
});
