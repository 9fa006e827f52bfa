import { formatAmount, type Money } from '@larkmere/money/money';
import type { GetICUArgs } from '@schummar/icu-type-parser';
import type { Texts } from './languages.ts';
import type { Parameter, ParameterName, ParameterValue, StoredMessage } from './parameters.ts';

export type MessageCode = keyof Texts;

type PlaceholdersOf<Text extends string> = Text extends unknown ? keyof GetICUArgs<Text> : never;

export type ParametersOf<Code extends MessageCode> = {
  readonly [Name in PlaceholdersOf<Texts[Code]>]: Name extends ParameterName ? Parameter<Name> : never;
};

/** A text by its code. It is plain JSON: it can be stored, sent and rendered later in any language. */
export type Message = StoredMessage & Readonly<{ code: MessageCode }>;

export const message = <Code extends MessageCode>(
  code: Code,
  ...[params]: keyof ParametersOf<Code> extends never ? [] : [ParametersOf<Code>]
): Message => ({
  code,
  params: Object.fromEntries(
    Object.entries<Parameter<ParameterName>>(params ?? {}).map(([name, value]) => [name, toValue(value)]),
  ),
});

function toValue(value: Parameter<ParameterName>): ParameterValue {
  if (value instanceof Date) return value.toISOString();
  return isMoney(value) ? { amount: formatAmount(value), currency: value.currency } : value;
}

const isMoney = (value: Parameter<ParameterName>): value is Money => typeof value === 'object' && 'minor' in value;

/** For schemas: a text with no parameters, or with the limits `min` and `max` of the schema. */
export const fieldMessage = <const Code extends MessageCode>(
  code: Code & ([PlaceholdersOf<Texts[Code]>] extends ['min' | 'max'] ? unknown : never),
): Code => code;
