import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { startTestApi } from '../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../test/fixtures/base.ts';

const { url } = await createDatabase();
const app = await startTestApi(url);
const source = await (await fetch(`${app.base}/api/openapi.json`)).text();

/**
 * Paths of the specification that the linter calls ambiguous because it ignores parameter patterns: an account id has
 * only digits, and the ids of top-ups and customers are UUIDs.
 */
const similarPaths = [
  ['/api/services/v1/bankaccount/balance/{bankholderid}', '/api/services/v1/bankaccount/{bankholderid}/statement'],
  ['/api/services/v1/wallet/bankname/{name}', '/api/services/v1/wallet/{id}/statement'],
  ['/api/services/v1/wallet/favorite/{uid}', '/api/services/v1/wallet/{id}/statement'],
  ['/api/services/v1/wallet/loginasstaff/{token}', '/api/services/v1/wallet/{id}/statement'],
  ['/api/services/v1/wallet/topup/{id}', '/api/services/v1/wallet/{id}/statement'],
  ['/api/services/v1/manage/customer/search', '/api/services/v1/manage/customer/{id}'],
] as const;

test('the OpenAPI document passes the strict recommended rules of a public linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, config });
  const isKnown = (ruleId: string, message: string) =>
    ruleId === 'no-ambiguous-paths' &&
    similarPaths.some((pair) => pair.every((path) => message.includes(`\`${path}\``)));
  const faults = problems.filter(({ ruleId, message }) => !isKnown(ruleId, message));
  expect(faults.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

type Operation = { parameters: { name: string; in: string; schema: { pattern?: string } }[] };

test.each([
  ['/api/services/v1/bankaccount/balance/{bankholderid}', 'bankholderid'],
  ['/api/services/v1/bankaccount/{bankholderid}/statement', 'bankholderid'],
  ['/api/services/v1/wallet/{id}/statement', 'id'],
])('the pattern of the parameter separates %s from the similar path', (path, name) => {
  const { paths } = JSON.parse(source) as { paths: Record<string, { get: Operation }> };
  const parameter = paths[path]?.get.parameters.find((each) => each.name === name);
  const pattern = new RegExp(parameter?.schema.pattern ?? '');
  expect(['balance', 'bankname', 'favorite', 'statement', '104882'].map((text) => pattern.test(text))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});
