// Words by which pages of many languages say that they are loading or working. Data only; `busy_text.ts` applies them.

/** Texts that mean waiting wherever they stand at the beginning of a short text. */
const WAITING = [
  'loading|please wait|one moment|just a moment|hold on|hang on|please hold', // English
  'lädt|lade daten|wird geladen|werden geladen|daten werden|ladevorgang|bitte warten|einen moment', // German
  'chargement|veuillez patienter|merci de patienter|un instant', // French
  'cargando|por favor espere|espere por favor|un momento', // Spanish
  'carregando|a carregar|aguarde|por favor aguarde', // Portuguese
  'caricamento|attendere|si prega di attendere', // Italian
  'wordt geladen|bezig met laden|even geduld', // Dutch
  'ładowanie|wczytywanie|trwa ładowanie|proszę czekać', // Polish
  'načítání|načítá se|načítavam|načítava|čekejte|čakajte', // Czech, Slovak
  'laddar|läser in|var god vänta|indlæser|vent venligst|laster|vennligst vent', // Swedish, Danish, Norwegian
  'ladataan|odota hetki|betöltés|kérem várjon|kérjük várjon', // Finnish, Hungarian
  'se încarcă|vă rugăm așteptați|yükleniyor|lütfen bekleyin', // Romanian, Turkish
  'φόρτωση|παρακαλώ περιμένετε', // Greek
  'загрузка|загружается|идёт загрузка|идет загрузка|подождите|пожалуйста подождите', // Russian
  'завантаження|завантажується|зачекайте|зареждане|моля изчакайте', // Ukrainian, Bulgarian
  'جار التحميل|جاري التحميل|جارٍ التحميل|يرجى الانتظار|در حال بارگذاری|لطفا صبر کنید', // Arabic, Persian
  'טוען|אנא המתן|लोड हो रहा है|लोड किया जा रहा है|कृपया प्रतीक्षा करें', // Hebrew, Hindi
  'กำลังโหลด|โปรดรอ|กรุณารอ|đang tải|vui lòng chờ|vui lòng đợi|memuat|mohon tunggu|harap tunggu', // Thai, Vietnamese, Indonesian
  '加载中|正在加载|载入中|請稍候|请稍候|請稍等|请稍等|載入中|正在載入|读取中|讀取中', // Chinese
  '読み込み中|読込中|ロード中|お待ちください|少々お待ち', // Japanese
  '로딩 중|로딩중|로드 중|불러오는 중|잠시만 기다려', // Korean
];

/** Texts that mean work under way only where they are the whole text. */
const WORKING = [
  'saving|sending|searching|processing|submitting|uploading|downloading|checking|working|updating|verifying|connecting',
  'preparing|creating|generating|calculating|refreshing|fetching|thinking|deleting|importing|exporting|signing in|logging in',
  'lade|laden|wird gespeichert|speichert|speichere|wird gesendet|sende|sucht|suche läuft|wird verarbeitet|wird geprüft',
  'enregistrement|envoi en cours|recherche en cours|traitement en cours|en cours',
  'guardando|enviando|buscando|procesando|salvando|processando|actualizando|atualizando',
  'salvataggio|salvataggio in corso|invio in corso|ricerca in corso|elaborazione in corso|bezig|bezig met opslaan',
  'zapisywanie|wysyłanie|wyszukiwanie|przetwarzanie|ukládání|odesílání|sparar|skickar|gemmer|sender|lagrer|tallennetaan',
  'kaydediliyor|gönderiliyor|aranıyor|işleniyor|αποθήκευση|сохранение|сохраняется|отправка|отправляется|обработка|збереження',
  'جار الحفظ|جاري الحفظ|جار الإرسال|שומר|שולח|đang lưu|đang gửi|đang xử lý|menyimpan|mengirim|memproses',
  '保存中|提交中|搜索中|搜尋中|处理中|處理中|发送中|發送中|儲存中|送信中|検索中|処理中|更新中|저장 중|전송 중|검색 중|처리 중',
];

const WAITING_WORDS = WAITING.join('|').split('|');
const WHOLE_WORDS = new Set([...WAITING_WORDS, ...WORKING.join('|').split('|')]);

/** Whether a short text in lower case, without its punctuation at the end, says that the page is loading or working. */
export const isWaitingPhrase = (phrase: string): boolean => WHOLE_WORDS.has(phrase);

/** Whether such a text begins with words that mean waiting, as "loading your orders" does. */
export const beginsWithWaiting = (phrase: string): boolean =>
  WAITING_WORDS.some(
    (words) => phrase.startsWith(words) && (UNSPACED.test(words) || !/[\p{L}\p{N}]/u.test(phrase.charAt(words.length))),
  );

/** Scripts that write no spaces between words. */
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/;
