import { InputNumber, type InputNumberProps } from 'antd';

/**
 * antd's number field, which also understands full-width digits, signs and points. It has no range: antd would replace a
 * number outside of it without a word. The form around it says what is wrong, by the contract's rule or `rangeProblem`.
 */
export function NumberInput<T extends number | string = number>(
  props: Omit<InputNumberProps<T>, 'min' | 'max'>,
) {
  // antd hands the text on to its own number; the declared type is that of the value.
  return <InputNumber<T> {...props} parser={plainDigits as InputNumberProps<T>['parser']} />;
}

/** As antd's own parser drops currency signs, blanks and separators of thousands. */
const plainDigits = (text = ''): string =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/[^\w.-]+/g, '');
