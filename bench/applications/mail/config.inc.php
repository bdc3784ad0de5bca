<?php
// The settings of the webmail; its folders and ports come from the environment.
$folder = getenv('BENCH_FOLDER');
$config['db_dsnw'] = "sqlite:///$folder/roundcube.sqlite3?mode=0640";
$config['imap_host'] = '127.0.0.1:' . getenv('BENCH_IMAP_PORT');
$config['smtp_host'] = '127.0.0.1:' . getenv('BENCH_SMTP_PORT');
$config['smtp_user'] = '';
$config['smtp_pass'] = '';
$config['des_key'] = 'only-for-this-bench-1234';
$config['plugins'] = [];
$config['skin'] = 'elastic';
$config['enable_spellcheck'] = false;
$config['create_default_folders'] = true;
$config['message_sort_col'] = 'date';
$config['temp_dir'] = "$folder/temp";
$config['log_dir'] = "$folder/logs";
