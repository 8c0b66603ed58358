import { InputNumber, type InputNumberProps } from 'antd';

/** antd's number field, which also understands full-width digits, signs and points. */
export function NumberInput<T extends number | string = number>(props: InputNumberProps<T>) {
  // antd hands the text on to its own number; the declared type is that of the value.
  return <InputNumber<T> {...props} parser={plainDigits as InputNumberProps<T>['parser']} />;
}

/** As antd's own parser drops currency signs, blanks and separators of thousands. */
const plainDigits = (text = ''): string =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/[^\w.-]+/g, '');
