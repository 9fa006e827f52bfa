import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { StoredMessage } from '@larkmere/messages/parameters';
import { lifecycles } from '../apps/api/src/lifecycles.ts';
import {
  type AnyLifecycle,
  actorsOf,
  isFinal,
  nextStates,
  statesOf,
} from '../apps/api/src/platform/lifecycle/lifecycle.ts';

export const file = join(import.meta.dirname, '../docs/states.md');

const introduction = `# States

All state machines. \`node tools/lifecycles.ts\` writes this page from the values that \`apps/api/src/lifecycles.ts\` lists; a test fails
if the page is out of date. \`platform.state_transition\` has the same transitions, and a trigger refuses every other one.

An arrow names who makes the transition; \`requireTransition\` refuses it to customers and staff that are not named.`;

const diagram = (lifecycle: AnyLifecycle): string[] => [
  '```mermaid',
  'stateDiagram-v2',
  ...statesOf(lifecycle).flatMap((from) =>
    isFinal(lifecycle, from)
      ? [`  ${from} --> [*]`]
      : nextStates(lifecycle, from).map((to) => `  ${from} --> ${to}: ${actorsOf(lifecycle, from, to).join(', ')}`),
  ),
  '```',
];

const varies = 'depends on the row';

const textOf = (fact: StoredMessage | ((row: never) => unknown)): string =>
  typeof fact === 'function' ? varies : formatMessage(defaultLanguage, fact);

const pendingStates = ({ waiting, ...machine }: AnyLifecycle): string[] =>
  Object.keys(waiting).length === 0
    ? []
    : [
        '',
        '| Pending | Waits for | Next step | Deadline |',
        '| --- | --- | --- | --- |',
        ...Object.entries(waiting).flatMap(([state, rule]) => {
          if (!rule) return [];
          const owner = typeof rule.owner === 'string' ? rule.owner : varies;
          const nextStep = textOf(rule.nextStep);
          const deadline = rule.deadline ?? machine.deadline;
          const due = typeof deadline === 'string' ? `none: ${deadline}` : 'yes';
          return [`| \`${state}\` | ${owner} | ${nextStep} | ${due} |`];
        }),
      ];

export const page = (): string =>
  [
    introduction,
    ...lifecycles.flatMap((each) => ['', `## ${each.table}`, '', ...diagram(each), ...pendingStates(each)]),
    '',
  ].join('\n');

if (import.meta.main) writeFileSync(file, page());
