import type { HelpTopic } from '@larkmere/contract/customers/help-rules';
import type { onDemandMessages } from '../../messages/en-on-demand.ts';
import { paths } from '../../platform/navigation/paths.ts';

export type JobKey = keyof (typeof onDemandMessages)['help']['jobs'];

/** Something that people come to do, and the page that does it, by its Plus address. */
export type Job = Readonly<{ key: JobKey; address: string }>;
export type Topic = Readonly<{ key: HelpTopic; jobs: readonly Job[] }>;

export const helpAddress = {
  message: (topic?: HelpTopic, paymentUid?: string) =>
    `${paths.help}?${new URLSearchParams({ show: 'message', ...(topic && { topic }), ...(paymentUid && { payment: paymentUid }) })}`,
  complaint: `${paths.help}?show=complaint`,
  accessibility: `${paths.help}?show=accessibility`,
  frozen: `${paths.help}?show=frozen`,
  last: `${paths.help}?show=last`,
} as const;

export const topics: readonly Topic[] = [
  {
    key: 'payment',
    jobs: [
      { key: 'track', address: `${paths.payments}?group=sent` },
      { key: 'late', address: `${paths.payments}?group=returned` },
      { key: 'receipt', address: `${paths.payments}?group=arrived` },
    ],
  },
  {
    key: 'wrong_person',
    jobs: [
      { key: 'moneyBack', address: `${paths.payments}?group=sent` },
      { key: 'scam', address: helpAddress.message('wrong_person') },
      { key: 'nameMismatch', address: paths.payee },
    ],
  },
  {
    key: 'card',
    jobs: [
      { key: 'cardStop', address: paths.card },
      { key: 'declined', address: paths.card },
      { key: 'dispute', address: paths.card },
    ],
  },
  {
    key: 'rates',
    jobs: [
      { key: 'tariff', address: '/price-tariff' },
      { key: 'rate', address: paths.transfer },
      { key: 'limits', address: '/price-tariff' },
    ],
  },
  {
    key: 'sign_in',
    jobs: [
      { key: 'forgotten', address: paths.changePassword },
      { key: 'newPhone', address: paths.device },
      { key: 'passkeys', address: paths.device },
    ],
  },
  {
    key: 'identity',
    jobs: [
      { key: 'documents', address: '/profile' },
      { key: 'raiseLimit', address: helpAddress.message('identity') },
      { key: 'details', address: '/profile' },
    ],
  },
];

const strangerJobs: readonly Job[] = [
  { key: 'login', address: paths.login },
  { key: 'lostPassword', address: paths.lostPassword },
  { key: 'register', address: paths.register },
];

/** Before sign-in: the same, without writing to us. Pages with own data ask for the log-in first. */
export const strangerTopics: readonly Topic[] = topics.map(({ key, jobs }) => ({
  key,
  jobs: key === 'sign_in' ? strangerJobs : jobs.filter(({ address }) => !address.startsWith(paths.help)),
}));

type Words = Readonly<{
  topic: (key: HelpTopic) => string;
  job: (key: JobKey) => string;
  more: (key: JobKey) => string;
}>;

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').toLowerCase();

/** Topics with the jobs that contain every word, in their name, that of their topic or their other words. */
export function searchTopics(list: readonly Topic[], text: string, words: Words): readonly Topic[] {
  const searched = fold(text).split(/\s+/).filter(Boolean);
  if (searched.length === 0) return list;
  return list.flatMap((topic) => {
    const jobs = topic.jobs.filter(({ key }) => {
      const found = fold([words.topic(topic.key), words.job(key), words.more(key)].join(' '));
      return searched.every((word) => found.includes(word));
    });
    return jobs.length > 0 ? [{ ...topic, jobs }] : [];
  });
}
