import { askForReview, createTestCustomer } from './fixtures/customer.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  expectToast,
  signIn,
  test,
} from './fixtures/test.ts';

test('a customer is asked for a review, which appears on other sites until staff take it down', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '20.00' });
  await askForReview(who);
  await signIn(page, who);
  const text = `Fair rates, ${who.username.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}.`;

  await test.step('the home page asks, and a review needs stars and no contact details', async () => {
    const form = page.locator('section', { hasText: 'How are we doing?' });
    await form.getByLabel('Your review').fill('Write to me: a@b.example');
    await form.getByRole('button', { name: 'Publish review' }).click();
    await expect(form.getByText('Choose from 1 to 5 stars')).toBeVisible();
    await form.locator('label', { hasText: '4 stars of 5' }).click();
    await form.getByRole('button', { name: 'Publish review' }).click();
    await expect(form.getByText('Leave out e-mail addresses, web addresses and long numbers.')).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/review-${page.viewportSize()?.width}.png`, fullPage: true });
    await form.getByLabel('Your review').fill(text);
    await form.getByRole('button', { name: 'Publish review' }).click();
    await expectToast(page, 'Thank you. Your review is published.');
    await expect(form).toBeHidden();
  });

  const visitor = await house.openBrowserPage();
  await test.step('everyone can read it', async () => {
    await visitor.goto('/embedded/review');
    await expect(visitor.getByText(text)).toBeVisible();
    await expect(visitor.getByText(/of 5$/).first()).toBeVisible();
    await expectAccessible(visitor);
    if (process.env.SHOTS)
      await visitor.screenshot({ path: `${process.env.SHOTS}/embedded-review.png`, fullPage: true });
  });

  await test.step('staff take it down, and its author sees why', async () => {
    const support = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
    await signInNewStaff(support, 'support', `/manage/customer/${who.customerId}`);
    await support.getByRole('button', { name: 'Take down' }).click();
    const dialog = support.getByRole('dialog', { name: 'Take down' });
    await dialog.getByLabel('Reason').selectOption('Does not seem genuine');
    await dialog.getByRole('button', { name: 'Take down' }).click();
    await expect(support.getByText('Taken down: Does not seem genuine')).toBeVisible();
    if (process.env.SHOTS) await support.screenshot({ path: `${process.env.SHOTS}/review-staff.png` });
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'What customers say' })).toBeVisible();
    await expect(visitor.getByText(text)).toBeHidden();
    await page.goto('/profile');
    await expect(page.getByText('because it does not seem genuine')).toBeVisible();
  });

  await test.step('its author removes it', async () => {
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Write a review' })).toBeVisible();
  });
});
