import { describe, expect, it } from 'vitest';
import { faceOf, isSameQuestion, type NameCheckResult, questionOf, wayAfter } from './name-check.ts';

const results = {
  match: ['match', 'free'],
  close_match: ['close', 'decide'],
  wrong_account_type: ['close', 'decide'],
  no_match: ['no-match', 'tick'],
  account_switched: ['no-match', 'never'],
  not_found: ['no-match', 'never'],
  unavailable: ['unavailable', 'free'],
  not_supported: ['unavailable', 'free'],
} as const satisfies Record<NameCheckResult, readonly [string, string]>;

describe('the answers of the name check', () => {
  it.each(Object.entries(results))('%s has the face and the way on of %s', (result, [face, way]) => {
    expect(faceOf(result)).toBe(face);
    expect(wayAfter(result as NameCheckResult)).toBe(way);
  });

  it('a word that nobody knows is no answer', () => {
    expect(faceOf('maybe')).toBe('unavailable');
  });
});

describe('what was asked', () => {
  const asked = {
    entityType: 'individual',
    name: 'Somchai Prasert',
    sortCode: '040621',
    accountNumber: '41728830',
  } as const;

  it('is the same however the numbers are written', () => {
    const typed = { ...asked, name: ' Somchai Prasert ', sortCode: '04-06-21', accountNumber: '4172 8830' };
    expect(isSameQuestion(asked, typed)).toBe(true);
  });

  it('is another with another name, kind, bank or account', () => {
    expect(isSameQuestion(asked, { ...asked, name: 'Somchai Praserd' })).toBe(false);
    expect(isSameQuestion(asked, { ...asked, entityType: 'company' })).toBe(false);
    expect(isSameQuestion(asked, { ...asked, sortCode: '040622' })).toBe(false);
    expect(isSameQuestion(asked, { ...asked, accountNumber: '41728831' })).toBe(false);
  });

  it('pads the short account numbers that banks still issue', () => {
    expect(questionOf({ ...asked, accountNumber: '1728830' }).accountNumber).toBe('01728830');
  });
});
