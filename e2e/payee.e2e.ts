import { checkName } from './fixtures/check-name.ts';
import { createTestCustomer, passNameCheckWait } from './fixtures/customer.ts';
import { deletePayee } from './fixtures/delete-payee.ts';
import { expectState, pay, payeeGets, reviewPayment, typePin } from './fixtures/pay.ts';
import { errorStatus, expect, expectAccessible, expectToast, followToField, signIn, test } from './fixtures/test.ts';
import { typeName } from './fixtures/type-name.ts';

const somchai = { name: 'Somchai Prasert', sortCode: '202959', accountNumber: '63748472' };

test('a payee is added, viewed, changed and deleted, and each fault is named', async ({ page, house }) => {
  house.allowConsole(errorStatus(400));
  await signIn(page, await createTestCustomer({ balance: '50.00' }));
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Payee/ })
    .click();
  await expect(page.getByText('No payees yet')).toBeVisible();

  await test.step('invalid details are named before the bank is asked', async () => {
    await page.goto('/payee/add/gbp');
    await page.getByRole('button', { name: 'Check name' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'things to check' });
    await expect(summary).toBeFocused();
    await followToField(summary.getByRole('link', { name: 'Enter the sort code' }), page.getByLabel('Sort code'));
    await checkName(page, { ...somchai, accountNumber: '63748473' });
    const noMatch = page.getByRole('link', { name: 'Check the sort code and account number. They do not match' });
    await followToField(noMatch, page.getByLabel('Account number'));
  });

  await checkName(page, somchai);
  await expect(page.getByText('The name matches')).toBeVisible();
  await page.getByRole('button', { name: 'Add payee' }).click();
  await expectToast(page, 'Somchai Prasert added.');
  await expect(page.getByRole('heading', { level: 2, name: 'Somchai Prasert' })).toBeVisible();
  await expect(page.getByText('20-29-59')).toBeVisible();

  await page.getByRole('link', { name: 'Edit payee' }).click();
  await page.getByLabel('Nickname').fill('Uncle Som');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Uncle Som' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete payee' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Somchai Prasert?' });
  await question.getByRole('button', { name: 'Delete payee' }).click();
  await expect(page).toHaveURL('/payee');
  await expect(page.getByText('No payees yet')).toBeVisible();

  await test.step('the address of an unknown payee says so on both pages', async () => {
    for (const address of ['/payee/edit/gbp/gbp/none', '/payee/view/gbp/gbp?uid=none']) {
      await page.goto(address);
      await expect(page.getByText('We could not find this payee')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'All payees' })).toBeVisible();
    }
  });
  await test.step('a domestic payee may have an address, which needs a town', async () => {
    await page.goto('/payee/add/gbp');
    await typeName(page, somchai.name);
    await page.getByLabel('Sort code').fill(somchai.sortCode);
    await page.getByLabel('Account number').fill(somchai.accountNumber);
    await page.getByText('More details (optional)').click();
    await page.getByLabel('Country of the address').selectOption({ label: 'UK' });
    await page.getByLabel('Postcode').fill('LS1 4DY');
    await page.getByRole('button', { name: 'Check name' }).click();
    await page.getByRole('link', { name: 'Enter the town' }).click();
    await page.getByLabel('Town').fill('Leeds');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check name' }).click();
    await page.getByRole('button', { name: 'Add payee' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Somchai Prasert' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Leeds');
  });
  await test.step('a payment adds a payee on the way', async () => {
    await deletePayee(page, somchai.name);
    await expect(page.getByText('No payees yet')).toBeVisible();
    await page.goto('/payment/gbp');
    await page.getByRole('button', { name: 'New payee' }).click();
    await page.getByLabel('Country of the account').selectOption({ label: 'UK' });
    await typeName(page, somchai.name);
    await page.getByLabel('Sort code').fill(somchai.sortCode);
    await page.getByLabel('Account number').fill(somchai.accountNumber);
    await page.getByRole('button', { name: 'Enter the amount' }).click();
    await expect(payeeGets(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Somchai Prasert');
  });
});

test('each name check result has its next step, and a business blocks names that do not match', async ({
  page,
  house,
}) => {
  house.allowConsole(/WebSocket is closed before the connection is established/); // a clock that jumps makes it reconnect
  const owner = await createTestCustomer({ business: true });
  await page.clock.install();
  await signIn(page, owner);

  await test.step('close match: the bank’s name can be adopted', async () => {
    await checkName(page, { name: 'Bill Penrose', sortCode: '118765', accountNumber: '64371389' });
    await expect(page.getByText('The name is close')).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('William Aldous Penrose')).toBeVisible();
    await page.getByRole('button', { name: 'Use this name' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('William Aldous');
    await expect(page.getByLabel('Last name')).toHaveValue('Penrose');
  });
  await test.step('no match: only after ten seconds and with a reason', async () => {
    await checkName(page, { name: 'Somebody Else', sortCode: '202959', accountNumber: '63748472' });
    await expect(page.getByText('The name does not match')).toBeVisible();
    const goOn = page.getByRole('button', { name: 'Continue with this name' });
    await expect(goOn).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await page.clock.fastForward('00:11');
    await passNameCheckWait(owner);
    await expect(goOn).not.toHaveAttribute('aria-disabled');
    await goOn.click();
    await expect(page.getByText('Enter a reason of at least 10 characters')).toBeVisible();
    await page.getByLabel('Why do you want to continue?').fill('I know that this name differs');
    await goOn.click();
    await expect(page).toHaveURL(/\/payee\/view\/gbp/);
  });
  await test.step('not checked: the payer must make sure', async () => {
    await checkName(page, { name: 'Tom Barlow', sortCode: '827101', accountNumber: '28748352' });
    await expect(page.getByText('We could not check the name')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('account switched: never', async () => {
    await checkName(page, { name: 'Priya Raman', sortCode: '309070', accountNumber: '12345668' });
    await expect(page.getByText('This account has moved', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a business blocks names that do not match, and allows them again', async () => {
    await page.goto('/team-approval?box=rules');
    await page.getByRole('button', { name: 'Block name mismatches' }).click();
    const question = page.getByRole('alertdialog', { name: 'Block name mismatches?' });
    await question.getByRole('button', { name: 'Block name mismatches' }).click();
    await typePin(page, owner.pin);
    await expectToast(page, 'Name mismatches are now blocked.');
    await expect(page.getByText('Your team cannot add or pay anyone')).toBeVisible();
    await expectAccessible(page);

    await checkName(page, { ...somchai, name: 'Somebody Else' });
    await expect(page.getByText('Your company does not allow this name')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with this name' })).toHaveCount(0);
    await expectAccessible(page);

    await page.goto('/team-approval?box=rules');
    await page.getByRole('button', { name: 'Allow name mismatches' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Allow name mismatches' }).click();
    await typePin(page, owner.pin);
    await expect(page.getByRole('button', { name: 'Block name mismatches' })).toBeVisible();
  });
});

test('a customer keeps a list: pending payees cannot be paid, favourites come first, one in use is not deleted', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai', 'ruth'] });
  await signIn(page, who, '/payee');
  await test.step('payees that are pending or rejected are listed with the reason and cannot be chosen', async () => {
    const owens = await house.openBrowserPage();
    await signIn(owens, 'owen', '/payee');
    const payees = owens.getByRole('main').getByRole('link');
    await expect(payees.filter({ hasText: 'Tom Barlow' })).toContainText('We are looking at this payee.');
    await expect(payees.filter({ hasText: 'Fenwick Tiles Ltd' })).toContainText('Rejected');
    await owens.getByLabel('Search by name or account').fill('fenwick');
    await expect(payees.filter({ hasText: 'Tom Barlow' })).toHaveCount(0);
    await expect(payees.filter({ hasText: 'Fenwick Tiles Ltd' })).toHaveCount(1);
    await owens.goto('/payment/gbp');
    await expect(owens.getByRole('button', { name: 'Mekong Trading Ltd' })).toBeVisible();
    await expect(owens.getByRole('button', { name: 'Tom Barlow' })).toHaveCount(0);
    await expect(owens.getByRole('button', { name: 'Fenwick Tiles Ltd' })).toHaveCount(0);
  });
  const list = page.getByRole('main').getByRole('link').filter({ hasText: '·' });
  await test.step('a favourite comes first in the list and in the payment form', async () => {
    const star = page.getByRole('button', { name: 'Favourite: Somchai Prasert' });
    await expect(list.first()).toContainText('Ruth O');
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(list.first()).toContainText('Somchai Prasert');
    await expectAccessible(page);
    await page.goto('/payment/gbp');
    const choices = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button')
      .filter({ hasNotText: 'Available' });
    await expect(choices.first()).toContainText('Somchai Prasert');
    await page.goto('/payee');
    await list.first().click();
    await expect(page.getByRole('main')).toContainText('Not paid yet');
    await expect(page.getByRole('heading', { level: 2, name: 'Somchai Prasert' })).toBeVisible();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
  });

  const payment = await pay(page, { payee: 'Somchai Prasert', amount: '5.00', reference: 'Trip SANDBOX 90' }, who.pin);
  await page.goto('/payee');
  await page.getByLabel('Sort by').selectOption({ label: 'Recently paid' });
  await expect(page).toHaveURL(/sort=paid/);
  await expectAccessible(page);
  await expect(list.first()).toContainText('Somchai Prasert');
  await list.first().click();
  await page.getByRole('button', { name: 'Delete payee' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete payee' }).click();
  await expect(page.getByText('The payee was not deleted')).toBeVisible();
  await page.getByRole('link', { name: /^See payment / }).click();
  await expect(page).toHaveURL(payment);

  await test.step('a payment of more than three times the largest so far', async () => {
    await pay(page, { payee: "Ruth O'Donnell", amount: '5.00', reference: 'First' }, who.pin);
    await expectState(page, 'Arrived');
    await reviewPayment(page, { payee: "Ruth O'Donnell", amount: '15.01', reference: 'Second' });
    await expect(page.getByText('more than three times your largest payment to them (5.00 GBP)')).toBeVisible();
    await reviewPayment(page, { payee: "Ruth O'Donnell", amount: '15.00', reference: 'Second' });
    await expect(page.getByText('more than three times')).toHaveCount(0);
  });
});
