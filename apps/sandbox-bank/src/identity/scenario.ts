/** What happens to a check, by a word in the name of the person who is checked. */
export type IdentityScenario =
  | 'green'
  | 'retry'
  | 'face'
  | 'final'
  | 'hold'
  | 'silent'
  | 'lost'
  | 'later'
  | 'differs'
  | 'contradict'
  | 'twice'
  | 'reorder';

const magicWords: Readonly<Record<string, IdentityScenario>> = {
  retry: 'retry',
  masked: 'face',
  final: 'final',
  hold: 'hold',
  silent: 'silent',
  lost: 'lost',
  later: 'later',
  differs: 'differs',
  contradict: 'contradict',
  twice: 'twice',
  reorder: 'reorder',
};

/** Whole words only, so that a Holden is not held. */
export function scenarioOfName(name: string): IdentityScenario {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const magic = words.find((word) => Object.hasOwn(magicWords, word));
  return magic === undefined ? 'green' : (magicWords[magic] ?? 'green');
}
