import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { startTestApi } from '../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../test/fixtures/base.ts';

const { url } = await createDatabase();
const app = await startTestApi(url);
const source = await (await fetch(`${app.base}/api/openapi.json`)).text();

/**
 * Two paths of the specification that the linter calls ambiguous because it ignores parameter patterns: an account id
 * has only digits.
 */
const similarPaths = [
  '/api/services/v1/bankaccount/balance/{bankholderid}',
  '/api/services/v1/bankaccount/{bankholderid}/statement',
] as const;

test('the OpenAPI document passes the strict recommended rules of a public linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, config });
  const isKnown = (ruleId: string, message: string) =>
    ruleId === 'no-ambiguous-paths' && similarPaths.every((path) => message.includes(`\`${path}\``));
  const faults = problems.filter(({ ruleId, message }) => !isKnown(ruleId, message));
  expect(faults.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

type Operation = { parameters: { name: string; in: string; schema: { pattern?: string } }[] };

test('the pattern of the parameter separates the two similar paths', () => {
  const { paths } = JSON.parse(source) as { paths: Record<string, { get: Operation }> };
  for (const path of similarPaths) {
    const parameter = paths[path]?.get.parameters.find(({ name }) => name === 'bankholderid');
    const pattern = new RegExp(parameter?.schema.pattern ?? '');
    expect(
      ['balance', 'statement', '104882'].map((text) => pattern.test(text)),
      path,
    ).toEqual([false, false, true]);
  }
});
