import {
  type KycKind,
  kycAnswerNames,
  kycChoices,
  kycKinds,
  kycRequirements,
} from '@larkmere/contract/customers/kyc-requirements';
import { describe, expect, it } from 'vitest';
import {
  changedAnswers,
  choices,
  isChoiceName,
  isSameAnswer,
  itemQuestions,
  optionalQuestions,
  toAnswer,
} from './answer-fields.ts';
import { kycPage } from './kyc-page.texts.ts';

describe('the questions of the form', () => {
  it.each(kycKinds)('are those that the contract asks of a %s', (kind: KycKind) => {
    for (const { key, required, optional } of kycRequirements[kind]) {
      const asked = itemQuestions[kind][key] ?? [];
      expect(asked.toSorted()).toEqual([...required, ...optional].toSorted());
      expect(asked.filter((name) => optionalQuestions.includes(name)).toSorted()).toEqual(optional.toSorted());
    }
  });

  it('offer the choices of the contract in its order, each with a text', () => {
    expect(choices).toEqual(kycChoices);
    for (const [name, values] of Object.entries(kycChoices))
      expect(Object.keys(kycPage[name as keyof typeof kycChoices])).toEqual([...values]);
  });

  it('each have a label, and a list of choices is known as such', () => {
    expect(Object.keys(kycPage.field).toSorted()).toEqual(kycAnswerNames.toSorted());
    expect(kycAnswerNames.filter(isChoiceName).toSorted()).toEqual(Object.keys(kycChoices).toSorted());
  });
});

describe('an answer', () => {
  it.each([
    [' Leeds ', 'Leeds'],
    ['', null],
    ['   ', null],
  ])('typed as "%s" is %s', (typed, answer) => expect(toAnswer(typed)).toBe(answer));

  it.each([
    [undefined, null, true],
    ['Leeds', 'Leeds', true],
    ['Leeds', 'York', false],
    [['GB', 'TH'], ['GB', 'TH'], true],
    [['GB', 'TH'], ['TH', 'GB'], false],
    [true, null, false],
  ])('%s and %s are the same: %s', (one, other, same) => expect(isSameAnswer(one, other)).toBe(same));
});

it('names the answers that another window changed, gave or took back', () => {
  const before = { town: 'Leeds', street: '1 Mill Lane', postcode: 'LS1 4AP' };
  const after = { town: 'York', street: '1 Mill Lane', postcode: null, country: 'GB' };
  expect(changedAnswers(before, after)).toEqual(['town', 'postcode', 'country']);
  expect(changedAnswers(before, { ...before })).toEqual([]);
});
