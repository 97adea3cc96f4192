//! Numbers by which users tune an engine. They decide how long and how precisely it works, never what is true.

use crate::EngineInfo;

/// One such number.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    pub default: i64,
    pub least: i64,
    pub most: i64,
}

/// The numbers that a user has set.
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<(&'static str, &'static str, i64)>);

impl Settings {
    /// Sets a number of an engine; the reason if the engine has no such setting, or the number makes no sense there.
    pub fn set(&mut self, info: &EngineInfo, name: &str, value: i64) -> Result<(), String> {
        let Some(setting) = info.settings.iter().find(|setting| setting.name == name) else {
            let names: Vec<&str> = info.settings.iter().map(|setting| setting.name).collect();
            let known =
                if names.is_empty() { "it has none".to_string() } else { format!("it has {}", names.join(", ")) };
            return Err(format!("the engine `{}` has no setting `{name}`; {known}", info.id));
        };
        if !(setting.least..=setting.most).contains(&value) {
            return Err(format!("`{name}` is a number from {} to {}", setting.least, setting.most));
        }
        self.0.push((info.id, setting.name, value));
        Ok(())
    }

    /// The number that was set last, else the default.
    pub fn get(&self, info: &EngineInfo, setting: &Setting) -> i64 {
        let set = self.0.iter().rev().find(|(engine, name, _)| *engine == info.id && *name == setting.name);
        set.map_or(setting.default, |(_, _, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTH: Setting = Setting { name: "depth", about: "how deep", default: 3, least: 1, most: 9 };
    const INFO: EngineInfo = EngineInfo { id: "probe", about: "for tests", properties: &[], settings: &[DEPTH] };

    #[test]
    fn the_last_one_counts() {
        let mut settings = Settings::default();
        assert_eq!(settings.get(&INFO, &DEPTH), 3);
        settings.set(&INFO, "depth", 5).expect("a number from 1 to 9");
        settings.set(&INFO, "depth", 7).expect("a number from 1 to 9");
        assert_eq!(settings.get(&INFO, &DEPTH), 7);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut settings = Settings::default();
        assert_eq!(settings.set(&INFO, "depth", 0).unwrap_err(), "`depth` is a number from 1 to 9");
        let unknown = settings.set(&INFO, "width", 1).unwrap_err();
        assert_eq!(unknown, "the engine `probe` has no setting `width`; it has depth");
    }
}
