import { describe, expect, it } from 'vitest';
import { onDemandMessages } from '../../messages/en-on-demand.ts';
import { decideNavigation } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { searchTopics, strangerTopics, topics } from './topics.ts';

const { topics: names, jobs, words } = onDemandMessages.help;
const found = (text: string) =>
  searchTopics(topics, text, {
    topic: (key) => names[key],
    job: (key) => jobs[key],
    more: (key) => words[key],
  }).flatMap((topic) => topic.jobs.map(({ key }) => key));

describe('topics of help', () => {
  it.each([
    ['scam', ['scam']],
    ['fraud', ['scam']],
    ['Wheres my payment receipt', ['receipt']],
    ['CHARGEBACK', ['dispute']],
    ['passkey', ['passkeys']],
    ['nothing like it', []],
  ])('“%s” finds %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('are all there while nothing is searched', () => {
    expect(found('  ')).toHaveLength(18);
  });

  it('lead to screens that exist', () => {
    navigation.isBuilt = () => true;
    for (const { jobs: all } of [...topics, ...strangerTopics])
      for (const { address } of all) {
        const decision = decideNavigation(address.split('?')[0] ?? '', {});
        expect([address, decision.allow || decision.to]).not.toEqual([address, '/404']);
      }
  });

  it('before sign-in offer no form of our own', () => {
    const addresses = strangerTopics.flatMap((topic) => topic.jobs.map(({ address }) => address));
    expect(addresses.filter((address) => address.startsWith('/help'))).toEqual([]);
  });
});
