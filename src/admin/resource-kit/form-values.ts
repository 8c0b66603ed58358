import * as z from 'zod/mini';
import { can } from '#providers/session/access-control.ts';
import type { Row } from '../field-types/field.ts';
import { fieldTypeOf } from '../field-types/field-types.ts';
import { InvalidJson } from '../field-types/invalid-json.ts';
import { fieldOf, shapeOf, type Resource } from './define-resource.ts';

export type InputValues = Record<string, unknown>;

/** The inputs of a new record; `proposed` overrides the fields' initial values. */
export function initialInputs(resource: Resource, proposed: Row = {}): InputValues {
  return toInputs(resource, (name) => proposed[name] ?? fieldOf(resource, name).initial);
}

/** The initial values of a copy, without fields that the user may not edit. */
export function copiedValues(resource: Resource, record: Row): Row {
  const { form, cloning } = resource;
  const copied = form.filter((name) => {
    const { editPermission } = fieldOf(resource, name);
    return !cloning?.cleared?.includes(name) && (editPermission === undefined || can(editPermission));
  });
  const values = Object.fromEntries(copied.map((name) => [name, record[name]]));
  for (const name of cloning?.renamed ?? []) {
    const isValid = (text: string) => inputError(resource, name, text) === undefined;
    values[name] = copyName(String(record[name]), isValid);
  }
  return { ...values, ...cloning?.values };
}

/** `车工` becomes `车工 副本`, then `车工 副本 2`. A long name is shortened until the contract accepts the result. */
function copyName(name: string, isValid: (text: string) => boolean): string {
  const [, original = name, number] = /^(.*) 副本(?: (\d{1,3}))?$/.exec(name) ?? [];
  const suffix = original === name ? ' 副本' : ` 副本 ${Number(number ?? 1) + 1}`;
  const characters = Array.from(original);
  const shortened = characters
    .map(
      (_, cut) =>
        `${characters
          .slice(0, characters.length - cut)
          .join('')
          .trimEnd()}${suffix}`,
    )
    .find(isValid);
  return shortened ?? `${original}${suffix}`;
}

export function inputsOf(resource: Resource, record: Row): InputValues {
  return toInputs(resource, (name) => record[name]);
}

function toInputs(resource: Resource, valueOf: (name: string) => unknown): InputValues {
  const inputs: InputValues = {};
  for (const name of resource.form) {
    const field = fieldOf(resource, name);
    const value = valueOf(name);
    inputs[name] =
      value === undefined || value === null ? undefined : fieldTypeOf(field).toInput(value, field);
  }
  return inputs;
}

/** The request body, with only the form's fields; a cleared field is null if the contract allows it. */
export function bodyOf(resource: Resource, inputs: InputValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of resource.form) {
    const value = wireValue(
      resource,
      name,
      hasField(resource, name, inputs) ? inputs[name] : emptyInput(resource, name),
    );
    if (value !== undefined) body[name] = value;
  }
  return body;
}

/** True if a record with these inputs has the field. */
export function hasField(resource: Resource, name: string, inputs: InputValues): boolean {
  return fieldOf(resource, name).when?.(inputs) ?? true;
}

const emptyInput = (resource: Resource, name: string) => initialInputs({ ...resource, form: [name] })[name];

function wireValue(resource: Resource, name: string, input: unknown): unknown {
  const field = fieldOf(resource, name);
  const value = input === undefined ? undefined : fieldTypeOf(field).fromInput(input, field);
  return value === undefined && accepts(schemaOf(resource, name), null) ? null : value;
}

/** The contract's error message for an input; undefined if it is valid. */
export function inputError(resource: Resource, name: string, input: unknown): string | undefined {
  const value = wireValue(resource, name, input);
  if (value instanceof InvalidJson) return `${fieldOf(resource, name).label}不是有效的 JSON`;
  const result = schemaOf(resource, name)?.safeParse(value);
  const message = result?.error?.issues[0]?.message;
  // The contract validates text, but the user chooses it in a select.
  return usesSelect(fieldOf(resource, name)) ? message?.replace(/^请输入/, '请选择') : message;
}

/** The error message of a field that is empty although these inputs require it. */
export function missingValueError(resource: Resource, name: string, inputs: InputValues): string | undefined {
  const field = fieldOf(resource, name);
  if (!field.isNeeded?.(inputs)) return undefined;
  const value = wireValue(resource, name, inputs[name]);
  if (value !== undefined && value !== null && value !== '') return undefined;
  return `请${usesSelect(field) ? '选择' : '输入'}${field.label}`;
}

const selectTypes = new Set([
  'enum',
  'dict',
  'date',
  'dateTime',
  'ref',
  'refs',
  'treeRef',
  'custom',
  'image',
]);

const usesSelect = ({ type }: { type: string }) => selectTypes.has(type);

/** True if a value is required regardless of other inputs. */
export function isRequired(resource: Resource, name: string): boolean {
  const schema = schemaOf(resource, name);
  return schema !== undefined && ![undefined, '', []].some((empty) => accepts(schema, empty));
}

function accepts(schema: z.ZodMiniType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success ?? false;
}

function schemaOf({ endpoints }: Resource, name: string): z.ZodMiniType | undefined {
  const schema = shapeOf(endpoints.create)[name];
  return schema instanceof z.ZodMiniType ? schema : undefined;
}
