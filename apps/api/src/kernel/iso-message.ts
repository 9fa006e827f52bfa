import { isCurrency, type Money, readAmount } from '@larkmere/money/money';
import { XMLParser } from 'fast-xml-parser';
import { create } from 'xmlbuilder2';
import { z } from 'zod';

/** A message of the rail that we cannot make sense of. It is kept for a person to look at, and changes nothing. */
export class UnreadableRailMessage extends Error {
  override name = 'UnreadableRailMessage';
}

const Message = z.object({ Document: z.unknown() });

export type Content = string | { readonly [name: string]: Content | readonly Content[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  htmlEntities: true,
});

/** Writes one ISO 20022 document, such as `pain.001.001.09`; control characters, which XML cannot carry, are left out. */
export function writeIsoMessage(message: string, content: Content): string {
  const Document = { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${message}`, ...(content as object) };
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, { Document }).end();
}

/** Reads one ISO 20022 document by its shape. Throws UnreadableRailMessage for anything else. */
export function readIsoMessage<Shape extends z.ZodType>(document: string, shape: Shape): z.output<Shape> {
  // A bank has no reason to define entities, and an attacker has.
  if (document.includes('<!DOCTYPE')) throw new UnreadableRailMessage('The message brings its own definitions');
  try {
    return shape.parse(Message.parse(parser.parse(document, true)).Document);
  } catch (cause) {
    throw new UnreadableRailMessage('The message has not the agreed shape', { cause });
  }
}

/** An amount with its currency in the attribute `Ccy`. */
export const IsoAmount = z.object({ '#text': z.string(), '@Ccy': z.string() }).transform((amount, context): Money => {
  const read = isCurrency(amount['@Ccy']) ? readAmount(amount['@Ccy'], amount['#text']) : undefined;
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'Not an amount' });
  return z.NEVER;
});

export const IsoMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A UUID with hyphens has 36 characters and ISO 20022 allows 35. */
export const isoId = (uuid: string): string => uuid.replaceAll('-', '');
