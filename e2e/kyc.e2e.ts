import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import {
  answerCheck,
  fillAddress,
  fillDate,
  fillIdentity,
  fillIdentityDocument,
  fillPerson,
  goOn,
  item,
  openItem,
  page1,
  pressContinue,
  sendFile,
  state,
  submit,
  submitCheck,
} from './fixtures/kyc.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

const address = '/know-your-customer';
test('a newcomer proves who they are, sends again what was not accepted, and opens the dashboard', async ({ page }) => {
  const who = await createTestCustomer({ isUnverified: true, name: 'Pascal Retry' });
  await signIn(page, who, address);
  await expect(page.getByRole('heading', { name: 'Prove who you are', level: 1 })).toBeVisible();
  await expect(state(page, 'not started')).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);

  await test.step('every answer is saved, also when the page is left', async () => {
    await fillIdentity(page, 'Pascal Retry');
    await expect(page.getByText(/^Saved at \d\d:\d\d/)).toBeVisible();
    await page.reload();
    await expect(item(page, 'Your details').getByLabel('Town')).toHaveValue('London');
    await pressContinue(item(page, 'Your details'));
    await expect(item(page, 'Your details').getByText('Choose one')).toBeVisible();
    await expectAccessible(page);
  });

  await fillPerson(page, 'Pascal Retry');
  await submit(page);
  await test.step('what was not accepted is sent again', async () => {
    await expect(state(page, 'we need more from you')).toBeVisible({ timeout: 30_000 });
    const document = item(page, 'Passport or identity card');
    await expect(document).toContainText('Not accepted');
    await expect(document).toContainText('Send it again by');
    await expect(document).toContainText('The picture is blurred');
    await expect(document).toContainText('Lay the document flat, in daylight and without flash.');
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    await sendFile(document, 'passport-again.pdf');
    await goOn(document);
    await page.getByRole('button', { name: 'Send for checking' }).click();
  });
  await expect(state(page, 'approved')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a customer whose check failed sees on every page what happens to the money, and can log out', async ({
  page,
}) => {
  const who = await createTestCustomer({ isUnverified: true, name: 'Ottoline Final' });
  await submitCheck(who, 'Ottoline Final');
  await signIn(page, who);
  await expect(state(page, 'not passed')).toBeVisible({ timeout: 60_000 });
  for (const elsewhere of ['/', '/dashboard', '/payment/gbp', '/login', '/wallet/dashboard', '/403', '/notification']) {
    await page.goto(elsewhere);
    await expect(page, elsewhere).toHaveURL(address);
  }
  const notice = page.getByRole('alert').filter({ hasText: 'We could not verify your identity' });
  await expect(notice).toContainText('Any money in your account is safe.');
  await expect(notice).toContainText('make a complaint');
  await expect(page.getByRole('button', { name: 'Send for checking' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
});

async function sendOverBrokenConnection(page: Page): Promise<void> {
  const home = await openItem(page, 'Proof of address');
  const files = home.getByRole('list', { name: 'Files' });
  const uploads = /\/kyc\/item\/proof_of_address\/document$/;
  const held = Promise.withResolvers<void>();
  await page.route(uploads, async (route) => {
    await held.promise;
    await route.abort().catch(() => undefined);
  });
  await home.getByLabel(/^Choose a file/).setInputFiles(page1('bill.pdf'));
  await expect(files.getByRole('progressbar', { name: 'Sending bill.pdf' })).toBeVisible();
  await expect(home).toContainText('Uploading');
  await files.getByRole('button', { name: 'Cancel bill.pdf' }).click();
  await expect(files).toHaveCount(0);
  held.resolve();

  await page.unroute(uploads);
  await page.route(uploads, (route) => route.abort());
  await home.getByLabel(/^Choose a file/).setInputFiles(page1('letter.pdf'));
  await expect(files.getByRole('alert')).toContainText('Not sent');
  await expectAccessible(page);
  await page.unroute(uploads);
  await files.getByRole('button', { name: 'Retry letter.pdf' }).click();
  await expect(files.getByRole('listitem').filter({ hasText: 'letter.pdf' })).toContainText('Received', {
    timeout: 20_000,
  });
  await files.getByRole('button', { name: 'Remove letter.pdf' }).click();
  await expect(files).toHaveCount(0);
  await sendFile(home, 'bill-again.pdf');
  await goOn(home);
}

async function answerInTwoWindows(page: Page, other: Page): Promise<void> {
  const [here, there] = [await openItem(page, 'Your details'), await openItem(other, 'Your details')];
  const saved = other.waitForResponse((response) => (response.request().postData() ?? '').includes('YO1 7HH'));
  await there.getByLabel('Town').fill('York');
  await there.getByLabel('Postcode').fill('YO1 7HH');
  await there.getByLabel('Full name').focus();
  await saved;
  await here.getByLabel('Town').fill('Leeds');
  await here.getByLabel('Full name').focus();
  await expect(here.getByText('Town was “York” there. Your newer answer is saved.')).toBeVisible();
  await expect(here.getByLabel('Postcode')).toHaveValue('YO1 7HH');
  await other.reload();
  await openItem(other, 'Your details');
  await expect(there.getByLabel('Town')).toHaveValue('Leeds');
}

test('no answer or file is lost, on a broken or slow connection and in two windows', async ({ page, house }) => {
  house.allowConsole(/net::ERR_/);
  const who = await createTestCustomer({ isUnverified: true, name: 'Marisol Quennell' });
  await answerCheck(who, 'Marisol Quennell', { files: ['identity_document', 'selfie'] });
  await signIn(page, who, address);
  await test.step('a file shows its progress, can be cancelled, and stays with Retry when the connection breaks', () =>
    sendOverBrokenConnection(page));
  const other = await house.openBrowserPage();
  await signIn(other, who, address);
  await test.step('the newest answer of two windows is kept, and what it replaced is shown', () =>
    answerInTwoWindows(page, other));

  await test.step('answers that are still on their way are waited for before sending', async () => {
    await expect(page.getByText('5 of 5 ready').first()).toBeVisible();
    const sent = Promise.withResolvers<void>();
    await page.route(/\/kyc\/item\//, async (route) => {
      await sent.promise;
      await route.continue();
    });
    const funds = await openItem(page, 'Where your money comes from');
    for (const label of ['France', 'Germany'])
      await funds.getByLabel('Countries you’ll send to or receive from').selectOption({ label });
    const details = await openItem(page, 'Your details');
    await details.getByLabel('Nationality').selectOption({ label: 'Thailand' });
    await expect(details.getByLabel('Nationality')).toHaveValue('TH');
    await details.getByLabel('Town').fill('Ipswich');
    await page.getByRole('button', { name: 'Send for checking' }).click();
    sent.resolve();
    await expect(state(page, 'approved')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Show: Your details' }).click();
    await expect(item(page, 'Your details')).toContainText('Ipswich');
    await page.getByRole('button', { name: 'Show: Where your money comes from' }).click();
    await expect(item(page, 'Where your money comes from')).toContainText('France, Germany');
  });
});

test('a firm names its directors and owners, who prove themselves by a link', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 401, 403, 404));
  const who = await createTestCustomer({ isUnverified: true, business: true, name: 'Quennell & Fitch' });
  const email = `fitch.${who.username}@larkmere.example`;
  await signIn(page, who, address);
  await expect(page.getByRole('heading', { name: 'Verify your business', level: 1 })).toBeVisible();

  const company = await openItem(page, 'Company');
  await company.getByLabel('Registered name').fill('Quennell & Fitch Ltd');
  await company.getByLabel('Company number').fill('09214418');
  await company.getByLabel('Country of registration').selectOption({ label: 'UK' });
  await company.getByLabel('Legal form').selectOption('Private limited company');
  await fillDate(company, 'Registered on', ['12', '3', '2019']);
  await fillAddress(company, 'Registered address: street and number');
  await company.getByLabel('Country where the business pays tax').selectOption({ label: 'UK' });
  await sendFile(company, 'certificate.pdf');
  await goOn(company);

  const people = await openItem(page, 'Directors and owners');
  await people.getByRole('button', { name: 'Add a person' }).click();
  const form = people.getByRole('form', { name: 'Add a person' });
  await form.getByLabel('Full name').fill('Benedikt Fitch');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Share of the business').fill('10');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Choose “Is a director”, or enter 25 or more')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Is a director').check();
  await form.getByLabel('Share of the business').fill('60');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByText('Director · owns 60%')).toBeVisible();
  await expect(people.getByText('40% of the shares is missing.')).toBeVisible();
  await people.getByLabel('Nobody else owns 25% or more of the business').check();
  await people.getByRole('button', { name: 'Send the link to Benedikt Fitch' }).click();
  await expect(people.getByText(/^Link sent/)).toBeVisible();
  await expect(people.getByText(/^You can send it again/)).toBeVisible();
  await expectAccessible(page);

  await test.step('the director follows the link without an account', async () => {
    const director = await house.openBrowserPage();
    const link = /https?:\/\/\S+(\/know-your-customer#\S+)/.exec(
      await readMail(email, 'Please prove who you are'),
    )?.[1];
    await director.goto(link ?? 'no link');
    await expect(director.getByText(/named you as a director or owner/)).toBeVisible();
    await fillIdentity(director, 'Benedikt Fitch');
    await goOn(item(director, 'Your details'));
    await fillIdentityDocument(director);
    await expectAccessible(director);
    await director.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(director.getByText('Thank you, we have everything')).toBeVisible();
    const stranger = await house.openBrowserPage();
    await stranger.goto((link ?? '').replace(/code=./, (start) => (start === 'code=_' ? 'code=A' : 'code=_')));
    await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expectAccessible(stranger);
  });

  await expect(people.getByText('Everything sent')).toBeVisible({ timeout: 30_000 });
  await goOn(people);
  const activity = await openItem(page, 'What you do');
  await activity.getByLabel('What the business does').fill('Sale of lamps');
  await activity.getByLabel('Each month, in and out').selectOption('20,000 to 50,000 GBP');
  await activity.getByLabel('Countries you’ll send to or receive from').selectOption({ label: 'Germany' });
  await goOn(activity);
  const funds = await openItem(page, 'Where the money comes from');
  await funds.getByLabel('Where most of the money comes from').selectOption('Sales to customers');
  await sendFile(funds, 'accounts.pdf');
  await goOn(funds);
  const board = await openItem(page, 'Board authority');
  await sendFile(board, 'resolution.pdf');
  await goOn(board);
  await submit(page);
  await expect(state(page, 'approved')).toBeVisible({ timeout: 30_000 });
});
