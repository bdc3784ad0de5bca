use crate::language::sentence::Sentence;
use crate::language::{Language, SOURCES, concept, languages};

#[test]
fn every_language_file_is_sound() {
    for source in SOURCES {
        Language::read(source).unwrap_or_else(|why| panic!("{why}"));
    }
    assert_eq!(languages().len(), SOURCES.len());
}

#[test]
fn every_language_can_say_every_sentence() {
    let [english, spanish] = languages() else { panic!("two languages") };
    assert!(english.say.keys().eq(spanish.say.keys()));
    assert!(english.say.contains_key(&Sentence::NotUnderstood));
}

#[test]
fn a_concept_joins_the_languages() {
    assert_eq!(concept("correos"), concept("inbox"));
    assert_eq!(concept("contrasena"), Some("password"));
}
