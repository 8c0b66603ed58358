import * as z from 'zod/mini';
import type { Row } from '../field-types/field.ts';
import { fieldTypeOf } from '../field-types/field-types.ts';
import { InvalidJson } from '../field-types/invalid-json.ts';
import { fieldOf, type Resource } from './define-resource.ts';

/** The values of the form's inputs. */
export type InputValues = Record<string, unknown>;

/** The inputs of a new record; `proposed` overrides its initial values. */
export function initialInputs(resource: Resource, proposed: Row = {}): InputValues {
  return toInputs(resource, (name) => proposed[name] ?? fieldOf(resource, name).initial);
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

/** The request body for the inputs, with the form's fields only; an emptied field is null if the contract allows it. */
export function bodyOf(resource: Resource, inputs: InputValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of resource.form) {
    const value = wireValue(
      resource,
      name,
      isPartOf(resource, name, inputs) ? inputs[name] : emptyInput(resource, name),
    );
    if (value !== undefined) body[name] = value;
  }
  return body;
}

/** Does a record with these inputs have the field? */
export function isPartOf(resource: Resource, name: string, inputs: InputValues): boolean {
  return fieldOf(resource, name).when?.(inputs) ?? true;
}

const emptyInput = (resource: Resource, name: string) => initialInputs({ ...resource, form: [name] })[name];

function wireValue(resource: Resource, name: string, input: unknown): unknown {
  const field = fieldOf(resource, name);
  const value = input === undefined ? undefined : fieldTypeOf(field).fromInput(input, field);
  return value === undefined && accepts(schemaOf(resource, name), null) ? null : value;
}

/** The problem of one input by the contract's rule for the field; undefined if it is valid. */
export function problemOf(resource: Resource, name: string, input: unknown): string | undefined {
  const value = wireValue(resource, name, input);
  if (value instanceof InvalidJson) return `${fieldOf(resource, name).label}不是有效的 JSON`;
  const result = schemaOf(resource, name)?.safeParse(value);
  return result?.error?.issues[0]?.message;
}

/** Is a value required? */
export function isRequired(resource: Resource, name: string): boolean {
  const schema = schemaOf(resource, name);
  return schema !== undefined && ![undefined, '', []].some((nothing) => accepts(schema, nothing));
}

function accepts(schema: z.ZodMiniType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success ?? false;
}

function schemaOf({ endpoints }: Resource, name: string): z.ZodMiniType | undefined {
  const body = endpoints.create?.body;
  const shape: Record<string, unknown> = body instanceof z.ZodMiniObject ? body.shape : {};
  const schema = shape[name];
  return schema instanceof z.ZodMiniType ? schema : undefined;
}
