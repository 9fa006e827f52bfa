import { describe, expect, it } from 'vitest';
import { countListed } from './common-password.ts';
import { findWeakness } from './weak-password.ts';

const names = ['dara', 'dara.chen', 'LM-48213', 'bo'];

it.each([
  ['four different characters', 'abcdabcdabcdabcd', 'rules'],
  ['four in capitals and small letters', 'abcdABCDabcdABCD', 'rules'],
  ['four in capitals of full width', 'abcd\uff21\uff22\uff23\uff24abcdABCD', 'rules'],
  ['eleven characters that are sent as more', 'e\u0301tudi\u0301er x\u0301y\u0301', 'rules'],
  ['the username', 'my DARA is at home', 'rules'],
  ['the username in full width', 'my \uff24\uff21\uff32\uff21 is at home', 'rules'],
  ['the member code', 'is lm-48213 enough', 'rules'],
  ['our name', 'I bank at Larkmere', 'rules'],
  ['a name that is too short to matter', 'a boat on the lake', undefined],
  ['nothing of the customer', 'a heron stands in the shallows', undefined],
])('judges a password with %s', async (_, password, weakness) => {
  expect(await findWeakness(password, names)).toBe(weakness);
});

describe('a common password', () => {
  it('is known from lists of far more than 100,000 entries', () => {
    expect(countListed()).toBeGreaterThan(100_000);
  });

  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2026',
    'p455w0rd1234',
    '123456789012',
    '987654321098',
    '112233445566',
    'qwertyuiop12',
    '21poiuytrewq',
    '1q2w3e4r5t6y',
    'q1w2e3r4t5y6',
    'zaq12wsxcde3',
    'qazwsxedcrfv',
    '1qaz2wsx3edc',
    "asdfghjkl;'12",
    'azertyuiop12',
    'qwertzuiop12',
    'abcdefghijkl',
    'abcdeabcdeabcde',
    'iloveyou1234',
    'letmein12345',
    'welcome123456',
    'Summer2026!!',
    'London2026!!',
    'manchesterunited',
    'unbelievable1',
    'christopher1',
    'drowssap4321',
    'passwordpassword',
    'correct horse battery staple',
    'CorrectHorseBatteryStaple',
    '\uff30assword1234',
    'ๆไำพะัีรนยบล',
    'ฟหกดเ้่าสวฟห',
    'йцукенгшщзхъ',
    'зфыыцщкв1234',
  ])('such as %s is refused', async (password) => {
    expect(await findWeakness(password, names)).toBe('common');
  });

  it.each([
    'the otter swims upstream',
    'sunflower garden gate',
    'blue kettle 94 lamps',
    '3xK#9vLq2mTz',
    'Yq7f-2kLm-xx9Z',
    'แมวสามตัวนอนใต้ต้นมะม่วง',
    'весна приходит медленно',
  ])('is not %s', async (password) => {
    expect(await findWeakness(password, names)).toBeUndefined();
  });
});
