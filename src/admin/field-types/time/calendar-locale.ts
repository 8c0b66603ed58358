/** Chinese month and weekday names; weeks start on Monday. */
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

dayjs.locale('zh-cn');
