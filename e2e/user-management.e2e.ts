import { randomUUID } from 'node:crypto';
import { createTestCustomer } from './fixtures/customer.ts';
import { fillIdentity, fillIdentityDocument, goOn, item, openItem, sendFile } from './fixtures/kyc.ts';
import { typePin } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  expectLive,
  expectToast,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

const linkIn = (text: string): string => /https?:\/\/\S+(\/invitation#\S+)/.exec(text)?.[1] ?? 'no link';
const password = 'the otter swims upstream';

test('an owner invites a colleague, who proves who they are, and restricts and removes them while they are logged in', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401, 403));
  const owner = await createTestCustomer({ business: true, balance: '470.00', otherCurrencies: ['EUR'] });
  const email = `nok.${randomUUID()}@larkmere.example`;
  await signIn(page, owner, '/user-management');
  await expect(page.getByText('Only you so far.')).toBeVisible();
  await expectAccessible(page);

  const drawer = page.getByRole('dialog', { name: 'Invite a person' });
  await test.step('invite', async () => {
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await drawer.getByRole('button', { name: 'Send invitation' }).click();
    await expect(drawer.getByText('Enter the full name')).toBeVisible();
    await drawer.getByLabel('Full name').fill('Nok Fielding');
    await drawer.getByLabel('Email').fill(email);
    await drawer.getByRole('radio', { name: /^Payer/ }).check();
    await drawer.getByLabel('Per payment').fill('2500');
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Keep editing').click();
    await drawer.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('To invite Nok Fielding as Payer.')).toBeVisible();
    await typePin(page, owner.pin);
    await expectToast(page, `We sent an invitation to ${email}.`);
    await expect(page.getByRole('button', { name: /Nok Fielding.*Invited/s })).toBeVisible();
  });

  const theirs = await house.openBrowserPage();
  const compliance = await house.openBrowserPage();
  await test.step('the colleague accepts by the e-mail, and is logged in', async () => {
    const link = linkIn(await readMail(email, 'You’re invited to a Larkmere account'));
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { name: `Join ${owner.name}` })).toBeVisible();
    await expect(theirs.getByText('as payer')).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Accept and log in' }).click();
    await expect(theirs.getByText('Check the list below.')).toBeVisible();
    await theirs.getByLabel('Password', { exact: true }).fill(password);
    await expectLive(page);
    await theirs.getByRole('button', { name: 'Accept and log in' }).click();
    await expectToast(page, 'Nok Fielding is in your team now.');
    await theirs.getByLabel(/^I have read version/).check();
    await theirs.getByRole('button', { name: 'Accept terms' }).click();
    await expect(theirs.getByRole('main')).toContainText('470.00 GBP');
  });

  await test.step('they send their documents, and compliance asks again for one', async () => {
    const notice = theirs.getByRole('region', { name: 'Prove who you are' });
    await expect(notice).toContainText('You can get another one from');
    await expectAccessible(theirs);
    await expectAccessibleOnPhone(theirs);
    await notice.getByRole('button', { name: 'Start' }).click();
    await expect(theirs.getByText(/you have access to the account of/)).toBeVisible();
    await fillIdentity(theirs, 'Nok Fielding');
    await goOn(item(theirs, 'Your details'));
    await fillIdentityDocument(theirs);
    await theirs.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(theirs.getByText('We’re checking it now')).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole('link', { name: 'Back to your account' }).click();
    await expect(theirs.getByRole('region', { name: 'We’re checking who you are' })).toBeVisible();

    await signInNewStaff(compliance, 'compliance', `/manage/customer/${owner.customerId}?tab=kyc`);
    const selfie = compliance.getByRole('region', { name: 'Selfie', exact: true });
    await expect(selfie.getByRole('region', { name: 'selfie.pdf', exact: true })).toBeVisible();
    await expectAccessible(compliance);
    await compliance.getByRole('button', { name: 'Ask again' }).click();
    const question = compliance.getByRole('dialog', { name: 'Ask Nok Fielding again' });
    await question.getByLabel('Selfie').selectOption('The face differs');
    await question.getByLabel('Only staff read this').fill('It does not look like the passport.');
    await expectAccessible(compliance);
    await expectLive(theirs);
    await question.getByRole('button', { name: 'Ask again' }).click();
    await expectToast(compliance, 'We’ve told them what to send again.');
    await expectToast(theirs, 'Send it again.');
  });

  await test.step('they send it again by the e-mail, and act once compliance confirms them', async () => {
    const letter = await readMail(email, 'We need something from you again');
    expect(letter).toContain('Selfie: Your face could not be matched to your document.');
    const phone = await house.openBrowserPage();
    await phone.goto(/https?:\/\/\S+(\/know-your-customer#\S+)/.exec(letter)?.[1] ?? 'no link');
    const selfie = await openItem(phone, 'Selfie');
    await sendFile(selfie, 'selfie-again.pdf');
    await goOn(selfie);
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(phone.getByText('We’re checking it now')).toBeVisible();
    await compliance.reload();
    await compliance.getByRole('button', { name: 'Confirm identity' }).click();
    const question = compliance.getByRole('dialog', { name: 'Confirm: this is Nok Fielding' });
    await question.getByLabel('Only staff read this').fill('Face, name and birthday are those of the passport.');
    await expectLive(theirs);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(compliance, 'Confirmed. We’ve told them.');
    await expectToast(theirs, 'We know who you are now.');
    await expect(theirs.getByRole('region', { name: 'We’re checking who you are' })).toHaveCount(0);
    await theirs.goto('/payment');
    await expect(theirs).toHaveURL(/\/payment/);
    await theirs.goto('/dashboard');
  });

  const user = page.getByRole('dialog', { name: 'Nok Fielding' });
  await test.step('the owner makes them a viewer: their next request has no other rights', async () => {
    // Staff changed the person since this page was opened.
    await page.reload();
    await page.getByRole('button', { name: /Nok Fielding/ }).click();
    await user.getByRole('button', { name: /^Show \d more roles$/ }).click();
    await user.getByRole('radio', { name: /^Viewer/ }).check();
    await expectAccessible(page);
    await user.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Role: Viewer')).toBeVisible();
    await expectLive(theirs);
    await typePin(page, owner.pin);
    await expectToast(page, 'Changes to Nok Fielding saved.');
    await expectToast(theirs, 'changed what you can do');
    await theirs.goto('/payment');
    await expect(theirs).toHaveURL(/\/403/);
    await theirs.goto('/dashboard');
    await expect(theirs.getByRole('main')).toContainText('470.00 GBP');
  });

  await test.step('the owner removes them: their next request ends the login', async () => {
    await page.getByRole('button', { name: /Nok Fielding/ }).click();
    await user.getByRole('button', { name: 'Remove from the team' }).click();
    const sure = page.getByRole('alertdialog', { name: 'Remove Nok Fielding?' });
    await sure.getByLabel('Reason').selectOption({ label: 'Left the firm' });
    await expectAccessible(page);
    await sure.getByRole('button', { name: 'Remove from the team' }).click();
    await typePin(page, owner.pin);
    await expectToast(page, 'Nok Fielding is no longer in your team.');
    await expect(page.getByText('Only you so far.')).toBeVisible();
    await expect(theirs.getByRole('alertdialog', { name: 'Confirm logout?' })).toBeVisible();
  });
});
