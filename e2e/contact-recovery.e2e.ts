import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createTestCustomer, passContactRecoveryWait, type TestCustomer } from './fixtures/customer.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  expectToast,
  fillLogin,
  readMail,
  readText,
  signIn,
  test,
} from './fixtures/test.ts';

const reason = 'Came to the branch with a passport, which we compared with the selfie.';
const note = 'Saw the copy of the passport, and called the employer.';

const ownMail = (who: TestCustomer): string => `${who.username}@larkmere.example`;
const linkIn = (letter: string): string => /\/contact-recovery#\S+/.exec(letter)?.[0] ?? 'no link';
const peopleOf = (who: TestCustomer): string => `/manage/customer/${who.customerId}?tab=people`;
const recoveries = (page: Page) => page.getByRole('list', { name: 'Lost mailbox and phone' });

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const size = page.viewportSize() ?? sizes[1];
  for (const each of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(each);
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${each.width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
}

async function prepare(page: Page, who: TestCustomer, email: string, phone?: string): Promise<void> {
  await page.getByRole('button', { name: 'Lost mailbox and phone' }).click();
  const question = page.getByRole('dialog', { name: 'Lost mailbox and phone' });
  await question.getByRole('button', { name: 'Prepare' }).click();
  await expect(question.getByText('Check the address')).toBeVisible();
  await question.getByLabel('New e-mail address').fill(email);
  if (phone) await question.getByLabel('New phone number', { exact: false }).last().fill(phone);
  await question.getByLabel('How did you identify the person? Only staff read it.').fill(reason);
  await expectAccessible(page);
  await shoot(page, 'prepare');
  await question.getByRole('button', { name: 'Prepare' }).click();
  await expectToast(page, 'A second member of staff has to approve it.');
  await expect(recoveries(page)).toContainText('Waits for approval');
  await expect(page.getByText('You prepared it, so somebody else decides.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(recoveries(page)).toContainText(who.name);
}

async function approve(page: Page): Promise<void> {
  await recoveries(page).getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: /^Approve/ });
  await question.getByLabel('What did you check? Only staff read it.').fill(note);
  await expectAccessible(page);
  await shoot(page, 'approve');
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(recoveries(page)).toContainText('Link and code go out on');
}

test('two members of staff and a day give a person who lost mailbox and phone a new password', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer({ balance: '64.00' });
  const [email, phone] = [`new.${who.username}@larkmere.example`, `+4474009${randomInt(10_000, 99_999)}`];
  const staff = { viewport: { width: 1440, height: 900 } } as const;
  const first = await house.openBrowserPage(staff);
  const second = await house.openBrowserPage(staff);

  await test.step('one prepares, and another finds it in the work queue and approves', async () => {
    await signInNewStaff(first, 'support', peopleOf(who));
    await prepare(first, who, email, phone);
    await signInNewStaff(second, 'support', '/manage/queue/contact_recoveries');
    await expect(second.getByText(who.memberCode)).toBeVisible();
    await second.goto(peopleOf(who));
    await expectAccessible(second);
    await shoot(second, 'prepared');
    await approve(second);
    await shoot(second, 'approved');
  });

  await test.step('a day later the person confirms with the link and the code', async () => {
    await passContactRecoveryWait(who);
    const letter = await readMail(email, 'Confirm your new contact details');
    const code = /\d{6}/.exec(await readText(phone, /\d{6} confirms/))?.[0] ?? 'no code';
    await page.goto(linkIn(letter));
    await expect(page).toHaveURL(/\/contact-recovery$/);
    await expect(page.getByText(`•••• ${phone.slice(-3)}`)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm contact details' }).click();
    await expect(page.getByText('Enter the 6 digits from the text message')).toBeVisible();
    await expectAccessibleAtEverySize(page);
    await shoot(page, 'confirm');
    await page.getByLabel('Code from the text message').fill(code);
    await page.getByRole('button', { name: 'Confirm contact details' }).click();
    await expect(page.getByRole('heading', { name: 'Contact details changed' })).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'confirmed');
    await readMail(ownMail(who), 'Your contact details');
  });

  await test.step('and gets a password link at the new address by the usual way', async () => {
    await page.getByRole('link', { name: 'Choose a new password' }).click();
    await page.getByLabel('Member code or email').fill(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const letter = await readMail(email, 'Reset your password');
    await page.goto('about:blank');
    await page.goto(/\/forgot-login#\S+/.exec(letter)?.[0] ?? 'no link');
    await page.getByRole('button', { name: 'Suggest a strong password' }).click();
    const own = await page.getByLabel('New password', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await fillLogin(page, { username: who.username, password: own });
    await expect(page.getByRole('main')).toContainText('64.00 GBP');
  });
});

test('the old mailbox, and the person after logging in, stop new contact details', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer({ balance: '12.00' });
  const staff = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  await signInNewStaff(staff, 'support', peopleOf(who));
  const stopped = recoveries(staff).getByText('Stopped by the person');

  await test.step('from the old mailbox, without logging in', async () => {
    await prepare(staff, who, `one.${who.username}@larkmere.example`);
    const letter = await readMail(ownMail(who), 'Not you? Stop the new contact details');
    const outside = await house.openBrowserPage();
    await outside.goto(linkIn(letter));
    await expect(outside.getByRole('heading', { name: 'Stop the new contact details?' })).toBeVisible();
    await expectAccessibleAtEverySize(outside);
    await shoot(outside, 'stop');
    await outside.getByRole('button', { name: 'Stop the change' }).click();
    await expect(outside.getByRole('heading', { name: 'Stopped' })).toBeVisible();
    await expectAccessible(outside);
    await shoot(outside, 'stopped');
    await staff.reload();
    await expect(stopped).toHaveCount(1);
    await shoot(staff, 'stopped-for-staff');
  });

  await test.step('right after logging in', async () => {
    await prepare(staff, who, `two.${who.username}@larkmere.example`);
    await signIn(page, who);
    const notice = page.getByRole('region', { name: 'Did you ask us for new contact details?' });
    await expect(notice).toContainText('t•••@larkmere.example');
    await expectAccessibleAtEverySize(page);
    await shoot(page, 'notice');
    await page.goto('/profile');
    await notice.getByRole('button', { name: 'Stop the change' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await shoot(page, 'notice-sure');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the change' }).click();
    await expect(notice).toHaveCount(0);
    await staff.reload();
    await expect(stopped).toHaveCount(2);
  });
});
