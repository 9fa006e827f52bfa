import { createColleague, createTestCustomer } from './fixtures/customer.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectLive,
  expectToast,
  fillLogin,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

const reason = 'The person called and answered the questions.';

test('support helps a sub-user: a new PIN, and a link to a new password', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 401));
  const owner = await createTestCustomer({ business: true, balance: '120.00' });
  const nok = await createColleague(owner, { name: 'Nok Fielding', role: 'payer' });
  await signIn(page, nok);
  const owners = await house.openBrowserPage();
  await signIn(owners, owner);

  const support = await house.openBrowserPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  const shoot = async (name: string) => {
    if (process.env.SHOTS) await support.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  };
  await signInNewStaff(support, 'support', `/manage/customer/${owner.customerId}?tab=people`);
  const people = support.getByRole('table', { name: 'People' });
  await expect(people.getByRole('row', { name: /Nok Fielding/ })).toBeVisible();
  await expectAccessible(support);
  await shoot('people');
  await test.step('a dialog of a row stays open when the window becomes narrow, and the rows become cards after it', async () => {
    const cards = support.getByRole('list', { name: 'People' });
    await people
      .getByRole('row', { name: /Nok Fielding/ })
      .getByRole('button', { name: 'New password' })
      .click();
    const question = support.getByRole('dialog', { name: 'New password' });
    const why = question.getByLabel('Why?');
    await why.fill(reason);
    await support.setViewportSize({ width: 390, height: 844 });
    await expect(why).toHaveValue(reason);
    await question.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(cards.getByText('Nok Fielding')).toBeVisible();
    await expect(people).toHaveCount(0);
    await support.setViewportSize({ width: 1440, height: 900 });
    await expect(cards).toHaveCount(0);
  });
  await people
    .getByRole('row', { name: /Nok Fielding/ })
    .getByRole('link', { name: 'Open' })
    .click();
  const drawer = support.getByRole('dialog', { name: 'Nok Fielding' });
  await expect(drawer.getByRole('radio', { name: /^Owner/ })).toHaveCount(0);
  await expectAccessible(support);
  await shoot('sub-user');

  await test.step('the PIN ends, and the person is told how to choose another', async () => {
    await drawer.getByRole('button', { name: 'Reset PIN' }).click();
    const question = support.getByRole('dialog', { name: 'Reset PIN: Nok Fielding' });
    await question.getByRole('button', { name: 'Reset PIN' }).click();
    await expect(question.getByText('Give a reason of at least 10 characters')).toBeVisible();
    await question.getByLabel('Why? Only staff read it.').fill(reason);
    await expectLive(owners);
    await question.getByRole('button', { name: 'Reset PIN' }).click();
    await expectToast(support, 'The old PIN no longer works.');
    await expectToast(owners, 'Nok Fielding chooses a new PIN now.');
    await readMail(`${nok.username}@larkmere.example`, 'Choose a new PIN');
    // As from the e-mail: a new page.
    await page.goto('about:blank');
    await page.goto('/dashboard#pin');
    await expect(page.getByRole('dialog', { name: 'Your PIN is locked' })).toBeVisible();
  });

  await test.step('the password ends with the session, and support sees only where the link went', async () => {
    await support.getByRole('button', { name: /Nok Fielding/ }).click();
    await drawer.getByRole('button', { name: 'New password' }).click();
    const question = support.getByRole('dialog', { name: 'New password: Nok Fielding' });
    await question.getByLabel('Why? Only staff read it.').fill(reason);
    await question.getByRole('button', { name: 'New password' }).click();
    const sent = support.getByRole('dialog', { name: 'Sent to the customer' });
    await expect(sent).toContainText('•••@larkmere.example');
    await expectAccessible(support);
    await shoot('password-help');
    await sent.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Confirm logout?' })).toBeVisible();
  });

  await test.step('the person chooses an own password with the link, and logs in with that', async () => {
    const letter = await readMail(`${nok.username}@larkmere.example`, 'Choose a new password');
    const fresh = await house.openBrowserPage();
    await fresh.goto(/\/forgot-login#\S+/.exec(letter)?.[0] ?? 'no link');
    await expect(fresh).toHaveURL(/\/forgot-login$/);
    await fresh.getByRole('button', { name: 'Suggest a strong password' }).click();
    const own = await fresh.getByLabel('New password', { exact: true }).inputValue();
    if (process.env.SHOTS) await fresh.screenshot({ path: `${process.env.SHOTS}/own-password.png` });
    await fresh.getByRole('button', { name: 'Change password' }).click();
    await expect(fresh.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await fillLogin(fresh, { username: nok.username, password: own });
    await expect(fresh.getByRole('main')).toContainText('120.00 GBP');
  });

  await test.step('the audit of the customer names what staff did', async () => {
    await support.goto(`/manage/customer/${owner.customerId}?tab=audit`);
    await expect(support.getByRole('cell', { name: 'sub user password ended' })).toBeVisible();
    await expect(support.getByRole('cell', { name: 'sub user pin reset' })).toBeVisible();
  });
});
