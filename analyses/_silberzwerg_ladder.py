"""Part of the study of money; to come."""


def tell(study, report, names):
    return ""
